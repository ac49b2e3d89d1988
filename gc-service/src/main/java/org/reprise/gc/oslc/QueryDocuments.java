package org.reprise.gc.oslc;

import java.util.Locale;
import java.util.Objects;
import org.apache.jena.graph.Node;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.query.SelectedProperties;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;

/** Writes the results of a query as RDF. */
final class QueryDocuments {
  static final Node DESCRIPTION = Vocabulary.DCTERMS.term("description");
  static final Node CONTRIBUTION = Vocabulary.OSLC_CONFIG.term("contribution");
  private static final Node IDENTIFIER = Vocabulary.DCTERMS.term("identifier");
  private static final Node SUBJECT = Vocabulary.DCTERMS.term("subject");
  private static final Node CREATED = Vocabulary.DCTERMS.term("created");
  private static final Node MODIFIED = Vocabulary.DCTERMS.term("modified");
  private static final Node COMPONENT = Vocabulary.OSLC_CONFIG.term("component");
  private static final Node CONFIGURATION = Vocabulary.OSLC_CONFIG.term("Configuration");
  private static final Node CONFIGURATIONS = Vocabulary.OSLC_CONFIG.term("configurations");
  private static final Node BASELINE_OF_STREAM = Vocabulary.OSLC_CONFIG.term("baselineOfStream");
  private static final Node PREVIOUS_BASELINE = Vocabulary.OSLC_CONFIG.term("previousBaseline");
  private static final Node BRANCH = Vocabulary.OSLC_CONFIG.term("branch");
  private static final Node ARCHIVED = Vocabulary.OSLC.term("archived");

  private final ResourceUris uris;

  QueryDocuments(ResourceUris uris) {
    this.uris = uris;
  }

  String uri(QueryRows.Row row) {
    return row.type().equals("COMPONENT") ? uris.component(row.id()) : uris.configuration(row.id());
  }

  /** Adds the selected properties of a component, stream or baseline. */
  void add(QueryRows.Row row, SelectedProperties selected, Statements all) {
    Statements statements = new Statements();
    Node node = Statements.uri(uri(row));
    boolean isComponent = row.type().equals("COMPONENT");
    statements
        .type(node, type(row.type()))
        .xml(node, Vocabulary.TITLE, row.title())
        .text(node, IDENTIFIER, Long.toString(row.id()))
        .time(node, CREATED, row.created())
        .time(node, MODIFIED, row.modified());
    if (row.description() != null) {
      statements.xml(node, DESCRIPTION, row.description());
    }
    row.subjects().forEach(subject -> statements.text(node, SUBJECT, subject));
    if (isComponent) {
      statements.link(node, CONFIGURATIONS, uri(row) + "/configurations");
    } else {
      statements
          .type(node, CONFIGURATION)
          .link(node, COMPONENT, uris.component(Objects.requireNonNull(row.component())));
      if (row.isArchived()) {
        statements.flag(node, ARCHIVED, true);
      }
      link(statements, node, BASELINE_OF_STREAM, row.baselineOfStream());
      link(statements, node, PREVIOUS_BASELINE, row.previousBaseline());
      if (row.branch() != null) {
        statements.link(node, BRANCH, row.branch());
      }
    }
    selected.addTo(all, statements);
  }

  private static Node type(String type) {
    return Vocabulary.OSLC_CONFIG.term(type.charAt(0) + type.substring(1).toLowerCase(Locale.ROOT));
  }

  private void link(Statements statements, Node node, Node property, @Nullable Long id) {
    if (id != null) {
      statements.link(node, property, uris.configuration(id));
    }
  }

  void add(QueryRows.ContributionRow row, Statements statements) {
    Node parent = Statements.uri(uris.configuration(row.configuration()));
    Node node = Statements.uri(parent.getURI() + "#" + row.slug());
    String target =
        row.global() == null
            ? Objects.requireNonNull(row.local())
            : uris.configuration(row.global());
    statements
        .add(parent, CONTRIBUTION, node)
        .type(node, Vocabulary.OSLC_CONFIG.term("Contribution"))
        .link(node, Vocabulary.OSLC_CONFIG.term("configuration"), target)
        .text(node, Vocabulary.OSLC_CONFIG.term("contributionOrder"), row.order());
    if (row.overrides() != null) {
      statements.link(node, Vocabulary.OSLC_CONFIG.term("overrides"), row.overrides());
    }
  }
}
