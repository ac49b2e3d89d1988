package org.reprise.load.gc;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.ModelFactory;
import org.apache.jena.rdf.model.Property;
import org.apache.jena.rdf.model.RDFNode;
import org.apache.jena.rdf.model.Resource;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.vocabulary.RDF;

/**
 * What the document of a stream or baseline says, global or local (OSLC Configuration Management
 * 1.1).
 *
 * @param component URI of the component that it is a configuration of; empty where it says none
 * @param contributions of a global one, in their order
 * @param resolved what a global one says that it resolves to, in its order
 * @param previousBaseline URI; empty where there is none
 * @param baselineOfStream URI of the stream that a baseline was made of; empty for a stream
 */
record GcDocument(
    String uri,
    boolean isBaseline,
    String component,
    List<Contribution> contributions,
    List<Entry> resolved,
    String previousBaseline,
    String baselineOfStream) {
  private static final String CONFIG = "http://open-services.net/ns/config#";

  /** The vocabulary of what a configuration resolves to. */
  private static final String GC = "urn:reprise:gc#";

  GcDocument {
    contributions = List.copyOf(contributions);
    resolved = List.copyOf(resolved);
  }

  /**
   * A contribution.
   *
   * @param order compared by code points
   * @param target URI of what is contributed
   */
  record Contribution(String order, String target) {}

  /**
   * One of the configurations that a global one resolves to.
   *
   * @param position from 1 on, in the order of the walk
   * @param counts whether it is the one of its component: no earlier one is, and none overrides it
   */
  record Entry(long position, String configuration, String component, boolean counts) {}

  static GcDocument of(String uri, String turtle) {
    var model = ModelFactory.createDefaultModel();
    RDFParser.create().fromString(turtle).base(uri).lang(Lang.TURTLE).parse(model);
    var root = model.getResource(uri);
    return new GcDocument(
        uri,
        root.hasProperty(RDF.type, model.getResource(CONFIG + "Baseline")),
        text(root, property(model, CONFIG + "component")),
        contributions(model, root),
        entries(model),
        text(root, property(model, CONFIG + "previousBaseline")),
        text(root, property(model, CONFIG + "baselineOfStream")));
  }

  static List<String> members(String uri, String turtle) {
    var model = ModelFactory.createDefaultModel();
    RDFParser.create().fromString(turtle).base(uri).lang(Lang.TURTLE).parse(model);
    return model
        .listObjectsOfProperty(property(model, "http://www.w3.org/ns/ldp#contains"))
        .mapWith(RDFNode::toString)
        .toList()
        .stream()
        .sorted()
        .toList();
  }

  /** URIs of what is contributed, in their order. */
  List<String> targets() {
    return contributions.stream().map(Contribution::target).toList();
  }

  /** What counts of what it says that it resolves to, without global configurations. */
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

  private static List<Contribution> contributions(Model model, Resource root) {
    var configuration = property(model, CONFIG + "configuration");
    var order = property(model, CONFIG + "contributionOrder");
    return root.listProperties(property(model, CONFIG + "contribution")).toList().stream()
        .map(it -> it.getObject().asResource())
        .map(it -> new Contribution(text(it, order), text(it, configuration)))
        .sorted(Comparator.comparing(Contribution::order).thenComparing(Contribution::target))
        .toList();
  }

  private static List<Entry> entries(Model model) {
    var position = property(model, GC + "position");
    return model.listSubjectsWithProperty(position).toList().stream()
        .map(it ->
            new Entry(
                it.getProperty(position).getLong(),
                text(it, property(model, CONFIG + "configuration")),
                text(it, property(model, CONFIG + "component")),
                !text(it, property(model, GC + "skew")).equals("true")
                    && !text(it, property(model, GC + "overridden")).equals("true")))
        .sorted(Comparator.comparingLong(Entry::position))
        .toList();
  }

  private static Property property(Model model, String uri) {
    return model.createProperty(uri);
  }

  /** A URI or the text of a literal; empty where there is none. */
  private static String text(Resource subject, Property property) {
    var statement = subject.getProperty(property);
    if (statement == null) {
      return "";
    }
    var object = statement.getObject();
    return object.isLiteral() ? object.asLiteral().getLexicalForm() : object.toString();
  }
}
