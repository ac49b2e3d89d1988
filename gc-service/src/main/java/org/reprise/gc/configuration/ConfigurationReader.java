package org.reprise.gc.configuration;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;

/** Reads what a sent document says of a configuration. */
final class ConfigurationReader {
  private static final Node DESCRIPTION = Vocabulary.DCTERMS.term("description");
  private static final Node SUBJECT = Vocabulary.DCTERMS.term("subject");
  private static final Node BRANCH = Vocabulary.OSLC_CONFIG.term("branch");
  private static final Node ARCHIVED = Vocabulary.OSLC.term("archived");
  private static final Node CONTRIBUTION = Vocabulary.OSLC_CONFIG.term("contribution");
  private static final Node CONTRIBUTED = Vocabulary.OSLC_CONFIG.term("configuration");
  private static final Node ORDER = Vocabulary.OSLC_CONFIG.term("contributionOrder");
  private static final Node OVERRIDES = Vocabulary.OSLC_CONFIG.term("overrides");
  private static final Node COMPONENT = Vocabulary.OSLC_CONFIG.term("component");
  private static final Node ACCEPTS = Vocabulary.OSLC_CONFIG.term("accepts");

  // What the server sets itself may be there, so that what was read can be sent back.
  private static final Set<Node> OF_CONFIGURATION = ofConfiguration();
  private static final Set<Node> OF_CONTRIBUTION =
      Set.of(Vocabulary.TYPE, CONTRIBUTED, ORDER, OVERRIDES, Vocabulary.DCTERMS.term("modified"));

  private final Described document;
  private final String uri;
  private final Node node;

  /**
   * Reads a document.
   *
   * @param uri of the configuration that it is about
   */
  ConfigurationReader(List<Triple> triples, String uri) {
    this(new Described(triples), uri, Statements.uri(uri));
  }

  private ConfigurationReader(Described document, String uri, Node node) {
    this.document = document;
    this.uri = uri;
    this.node = node;
    document.requireOnly(node, OF_CONFIGURATION);
  }

  /**
   * Reads a document that is to create a configuration.
   *
   * @param uri of the request
   */
  static ConfigurationReader ofNew(List<Triple> triples, String uri) {
    Described document = new Described(triples);
    return new ConfigurationReader(document, uri, document.created(Statements.uri(uri)));
  }

  private static Set<Node> ofConfiguration() {
    Set<Node> all =
        new HashSet<>(
            Set.of(
                Vocabulary.TYPE,
                Vocabulary.TITLE,
                DESCRIPTION,
                SUBJECT,
                BRANCH,
                ARCHIVED,
                CONTRIBUTION,
                COMPONENT,
                ACCEPTS));
    for (String one :
        List.of(
            "acceptedBy",
            "baselines",
            "streams",
            "baselineOfStream",
            "previousBaseline",
            "selections",
            "mutable",
            "committer",
            "committed")) {
      all.add(Vocabulary.OSLC_CONFIG.term(one));
    }
    for (String one : List.of("identifier", "created", "modified", "creator", "contributor")) {
      all.add(Vocabulary.DCTERMS.term(one));
    }
    for (String one : List.of("instanceShape", "serviceProvider", "modifiedBy", "shortId")) {
      all.add(Vocabulary.OSLC.term(one));
    }
    all.add(Vocabulary.PROV.term("wasDerivedFrom"));
    all.add(Vocabulary.GC.term("resolvesTo"));
    return all;
  }

  /**
   * What a PUT says of the configuration itself.
   *
   * @param component the URI of its component, which cannot be changed
   * @throws Refusal 400 where it says nothing that can be stored, 409 where it names another
   *     component
   */
  Edit edit(String component) {
    if (!document.knows(node)) {
      throw Refusal.invalid("The document says nothing of <%s>.".formatted(uri));
    }
    String asked = document.link(node, COMPONENT);
    if (asked != null && !asked.equals(component)) {
      throw Refusal.conflict(
          "<%s> is a configuration of <%s>, which cannot be changed.".formatted(uri, component));
    }
    String title = title();
    if (title == null) {
      throw Refusal.invalid("<%s> has no dcterms:title.".formatted(uri));
    }
    return new Edit(
        title,
        document.text(node, DESCRIPTION),
        document.texts(node, SUBJECT),
        document.link(node, BRANCH),
        "true".equals(document.text(node, ARCHIVED)) || "1".equals(document.text(node, ARCHIVED)));
  }

  /** The title; null where there is none. */
  @Nullable String title() {
    return document.text(node, Vocabulary.TITLE);
  }

  /** Whether only baselines are to be accepted by a new stream. */
  boolean isStaging() {
    String accepts = document.link(node, ACCEPTS);
    return Vocabulary.OSLC_CONFIG.term("Baseline").getURI().equals(accepts);
  }

  /**
   * The contributions.
   *
   * @throws Refusal 400 where one is not complete
   */
  List<Asked> contributions() {
    List<Asked> all = new ArrayList<>();
    for (Node one : document.values(node, CONTRIBUTION)) {
      if (one.isLiteral()) {
        throw Refusal.invalid("<%s> has a contribution that is a text.".formatted(uri));
      }
      document.requireOnly(one, OF_CONTRIBUTION);
      all.add(
          new Asked(
              slug(one),
              required(one, document.link(one, CONTRIBUTED), "oslc_config:configuration"),
              required(one, document.text(one, ORDER), "oslc_config:contributionOrder"),
              document.link(one, OVERRIDES)));
    }
    return all;
  }

  private static String required(Node contribution, @Nullable String value, String property) {
    if (value == null) {
      throw Refusal.invalid(
          "%s is a contribution without %s.".formatted(Described.named(contribution), property));
    }
    return Objects.requireNonNull(value);
  }

  // Contributions are inline: their URIs are the configuration's own with a fragment.
  private @Nullable String slug(Node contribution) {
    if (!contribution.isURI()) {
      return null;
    }
    String start = uri + "#";
    if (!contribution.getURI().startsWith(start)) {
      throw Refusal.invalid(
          "The contribution <%s> is none of <%s>: their URIs begin with <%s>."
              .formatted(contribution.getURI(), uri, start));
    }
    return contribution.getURI().substring(start.length());
  }
}
