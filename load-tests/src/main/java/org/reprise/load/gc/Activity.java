package org.reprise.load.gc;

import java.util.Optional;
import org.apache.jena.rdf.model.ResourceFactory;
import org.apache.jena.vocabulary.DCTerms;
import org.reprise.load.clm.ServiceCalls;

/**
 * What the service tells of a commit that it has answered with 202 (OSLC Configuration Management
 * 1.1, "Activity"): it goes on, has led to a baseline, or has failed.
 *
 * @param baseline URI, once there is one
 */
record Activity(boolean ended, Optional<String> baseline) {
  private static final String AUTO = "http://open-services.net/ns/auto#";

  static Activity of(String uri, String turtle) {
    var root = ServiceCalls.model(uri, turtle).getResource(uri);
    return new Activity(
        root.hasProperty(
            ResourceFactory.createProperty(AUTO + "state"),
            ResourceFactory.createResource(AUTO + "complete")),
        Optional.ofNullable(root.getPropertyResourceValue(DCTerms.references))
            .map(Object::toString));
  }
}
