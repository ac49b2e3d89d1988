package org.reprise.gc.configuration;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.installation.Terms;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;

/** Reads what a sent document says of a configuration. */
public final class ConfigurationReader {
  private static final Set<Node> OF_CONFIGURATION =
      SentDocument.properties(
          Terms.BRANCH,
          Terms.ARCHIVED,
          Terms.CONTRIBUTION,
          Terms.COMPONENT,
          Terms.ACCEPTS,
          Terms.ACCEPTED_BY,
          Terms.BASELINES,
          Terms.STREAMS,
          Terms.BASELINE_OF_STREAM,
          Terms.PREVIOUS_BASELINE,
          Terms.SELECTIONS,
          Terms.RESOLVES_TO,
          Vocabulary.OSLC_CONFIG.term("mutable"),
          Vocabulary.OSLC_CONFIG.term("committer"),
          Vocabulary.OSLC_CONFIG.term("committed"),
          Vocabulary.PROV.term("wasDerivedFrom"));
  private static final Set<Node> OF_CONTRIBUTION =
      Set.of(
          Vocabulary.TYPE,
          Terms.CONTRIBUTED,
          Terms.CONTRIBUTION_ORDER,
          Terms.OVERRIDES,
          Terms.MODIFIED);

  private final SentDocument document;
  private final String uri;
  private final Node node;

  /**
   * Reads a document.
   *
   * @param uri of the configuration that it is about
   */
  public ConfigurationReader(List<Triple> triples, String uri) {
    this(new SentDocument(triples), uri, Statements.uri(uri));
  }

  private ConfigurationReader(SentDocument document, String uri, Node node) {
    this.document = document;
    this.uri = uri;
    this.node = node;
    document.requireOnly(node, OF_CONFIGURATION);
  }

  /**
   * Reads the document of a request that is to create a configuration; it may be absent.
   *
   * @throws Refusal 400 if it is not clear which configuration it is to create, or for a property
   *     that is not stored
   */
  public static ConfigurationReader ofNew(byte @Nullable [] body, HttpServletRequest request) {
    String uri = request.getRequestURL().toString();
    SentDocument document = new SentDocument(Bodies.optional(body, request, uri));
    return new ConfigurationReader(document, uri, document.created(Statements.uri(uri)));
  }

  /**
   * Returns the properties of the configuration in a PUT.
   *
   * @param configuration as it is
   * @param component the URI of its component, which cannot be changed
   * @throws Refusal 400 if one cannot be stored, 409 if it names another component, or has a stream
   *     accept something else
   */
  public Edit edit(GlobalConfiguration configuration, String component) {
    if (!document.describes(node)) {
      throw Refusal.invalid("The document says nothing of <%s>.".formatted(uri));
    }
    check(configuration.kind(), component);
    if (!document.values(node, Terms.ACCEPTS).isEmpty() && accepts() != configuration.accepts()) {
      throw Refusal.conflict("The oslc_config:accepts of <%s> cannot be changed.".formatted(uri));
    }
    Edit edit = document.edit(node);
    if (edit.title() == null) {
      throw Refusal.invalid("<%s> has no dcterms:title.".formatted(uri));
    }
    return edit;
  }

  private void check(GlobalConfiguration.Kind kind, String component) {
    document.requireTypes(
        node,
        Set.of(
            Terms.CONFIGURATION,
            kind == GlobalConfiguration.Kind.STREAM ? Terms.STREAM : Terms.BASELINE));
    String named = document.link(node, Terms.COMPONENT);
    if (named != null && !named.equals(component)) {
      throw Refusal.conflict(
          "<%s> is of the component <%s>, which cannot be changed.".formatted(uri, component));
    }
  }

  /**
   * Returns the properties of a configuration that is to be created.
   *
   * @param kind of the configuration
   * @param component the URI of its component, which it cannot choose
   * @throws Refusal 400 if it says what cannot be stored, 409 if it names another component
   */
  public Edit created(GlobalConfiguration.Kind kind, String component) {
    check(kind, component);
    if (!document.values(node, Terms.CONTRIBUTION).isEmpty()) {
      throw Refusal.invalid(
          "What is created by <%s> begins with the contributions of what it is made of: there is no oslc_config:contribution in the request. Those of a stream can be changed by PUT."
              .formatted(uri));
    }
    return document.edit(node);
  }

  /**
   * Returns which configurations a new stream accepts.
   *
   * @throws Refusal 400 if it is neither baselines only, nor all configurations
   */
  public GlobalConfiguration.Accepts accepts() {
    List<Node> accepted = document.values(node, Terms.ACCEPTS);
    if (accepted.equals(List.of(Terms.BASELINE))) {
      return GlobalConfiguration.Accepts.BASELINES;
    }
    if (!accepted.isEmpty() && !accepted.equals(List.of(Terms.CONFIGURATION))) {
      throw Refusal.invalid(
          "A stream's oslc_config:accepts is oslc_config:Configuration, or oslc_config:Baseline of a staging stream.");
    }
    return GlobalConfiguration.Accepts.ANY;
  }

  /**
   * The contributions.
   *
   * @throws Refusal 400 if one is not complete
   */
  public List<ContributionRequest> contributions() {
    List<ContributionRequest> all = new ArrayList<>();
    for (Node one : document.values(node, Terms.CONTRIBUTION)) {
      if (one.isLiteral()) {
        throw Refusal.invalid("<%s> has a contribution that is a text.".formatted(uri));
      }
      document.requireOnly(one, OF_CONTRIBUTION);
      all.add(
          new ContributionRequest(
              slug(one),
              required(one, document.link(one, Terms.CONTRIBUTED), "oslc_config:configuration"),
              required(
                  one,
                  document.text(one, Terms.CONTRIBUTION_ORDER),
                  "oslc_config:contributionOrder"),
              document.link(one, Terms.OVERRIDES)));
    }
    return all;
  }

  private static String required(Node contribution, @Nullable String value, String property) {
    if (value == null) {
      throw Refusal.invalid(
          "%s is a contribution without %s.".formatted(SentDocument.named(contribution), property));
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
