package org.reprise.load.gc;

import static org.apache.jena.rdf.model.ResourceFactory.createProperty;
import static org.apache.jena.rdf.model.ResourceFactory.createResource;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.Property;
import org.apache.jena.rdf.model.RDFNode;
import org.apache.jena.rdf.model.Resource;
import org.apache.jena.vocabulary.DCTerms;
import org.apache.jena.vocabulary.RDF;
import org.reprise.load.clm.ServiceCalls;

/**
 * What the document of a stream or baseline says, global or local (OSLC Configuration Management
 * 1.1).
 *
 * @param component URI of the component that it is a configuration of; empty where it says none
 * @param baselineOfStream URI of the stream that a baseline was made of; empty for a stream
 */
record GcDocument(
    boolean isBaseline,
    String component,
    List<String> targets,
    List<Entry> resolved,
    String previousBaseline,
    String baselineOfStream) {
  private static final String CONFIG = "http://open-services.net/ns/config#";
  private static final String AUTO = "http://open-services.net/ns/auto#";
  private static final Property COMPONENT = createProperty(CONFIG + "component");
  private static final Property CONTRIBUTION = createProperty(CONFIG + "contribution");
  private static final Property ORDER = createProperty(CONFIG + "contributionOrder");
  private static final Property CONFIGURATION = createProperty(CONFIG + "configuration");
  private static final Property MEMBER = createProperty("http://www.w3.org/ns/ldp#contains");
  private static final String GC = "urn:reprise:gc#";
  private static final Property POSITION = createProperty(GC + "position");

  /** A configuration that a global one resolves to; it counts unless an earlier one does. */
  record Entry(String configuration, String component, boolean counts) {}

  static GcDocument of(String uri, String turtle) {
    var root = resource(uri, turtle);
    return new GcDocument(
        root.hasProperty(RDF.type, createResource(CONFIG + "Baseline")),
        text(root, COMPONENT),
        // Orders are compared by code points.
        root.listProperties(CONTRIBUTION).mapWith(it -> it.getResource()).toList().stream()
            .sorted(
                Comparator.<Resource, String>comparing(it -> text(it, ORDER))
                    .thenComparing(it -> text(it, CONFIGURATION)))
            .map(it -> text(it, CONFIGURATION))
            .toList(),
        resolved(root.getModel()),
        text(root, createProperty(CONFIG + "previousBaseline")),
        text(root, createProperty(CONFIG + "baselineOfStream")));
  }

  private static List<Entry> resolved(Model model) {
    return model.listSubjectsWithProperty(POSITION).toList().stream()
        .sorted(Comparator.comparingLong(it -> it.getProperty(POSITION).getLong()))
        .map(it ->
            new Entry(
                text(it, CONFIGURATION),
                text(it, COMPONENT),
                !it.hasLiteral(createProperty(GC + "skew"), true)
                    && !it.hasLiteral(createProperty(GC + "overridden"), true)))
        .toList();
  }

  static List<String> members(String uri, String turtle) {
    var members = ServiceCalls.model(uri, turtle).listObjectsOfProperty(MEMBER);
    return members.mapWith(RDFNode::toString).toList().stream().sorted().toList();
  }

  /** Whether the activity of a commit has ended (OSLC Configuration Management 1.1, "Activity"). */
  static boolean hasEnded(String activity, String turtle) {
    return resource(activity, turtle)
        .hasProperty(createProperty(AUTO + "state"), createResource(AUTO + "complete"));
  }

  /** The baseline that an activity has led to; empty where it goes on or has failed. */
  static Optional<String> baselineOf(String activity, String turtle) {
    var baseline = resource(activity, turtle).getPropertyResourceValue(DCTerms.references);
    return Optional.ofNullable(baseline).map(Object::toString);
  }

  private static Resource resource(String uri, String turtle) {
    return ServiceCalls.model(uri, turtle).getResource(uri);
  }

  List<String> selected(String global) {
    return resolved.stream()
        .filter(it -> it.counts() && !it.configuration().startsWith(global))
        .map(Entry::configuration)
        .toList();
  }

  Optional<String> componentOf(String configuration) {
    return resolved.stream()
        .filter(it -> it.configuration().equals(configuration))
        .map(Entry::component)
        .findFirst();
  }

  private static String text(Resource subject, Property property) {
    var statement = subject.getProperty(property);
    if (statement == null) {
      return "";
    }
    return statement.getObject().isLiteral()
        ? statement.getLiteral().getLexicalForm()
        : statement.getResource().toString();
  }
}
