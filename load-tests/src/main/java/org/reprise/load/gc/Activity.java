package org.reprise.load.gc;

import java.util.Optional;
import org.apache.jena.rdf.model.ModelFactory;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.vocabulary.DCTerms;

/**
 * What the service tells of a commit that it has answered with 202 (OSLC Configuration Management
 * 1.1, "Activity"): it goes on, has led to a baseline, or has failed.
 *
 * @param baseline URI, once there is one
 */
record Activity(boolean ended, Optional<String> baseline) {
  private static final String AUTO = "http://open-services.net/ns/auto#";

  static Activity of(String uri, String turtle) {
    var model = ModelFactory.createDefaultModel();
    RDFParser.create().fromString(turtle).base(uri).lang(Lang.TURTLE).parse(model);
    var root = model.getResource(uri);
    var ended =
        root.hasProperty(
            model.createProperty(AUTO + "state"), model.getResource(AUTO + "complete"));
    return new Activity(
        ended,
        Optional.ofNullable(root.getProperty(DCTerms.references))
            .map(it -> it.getObject().toString()));
  }
}
