package org.reprise.gc.oslc;

import java.util.Locale;
import java.util.Objects;
import org.apache.jena.graph.Node;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.installation.Terms;
import org.reprise.oslc.query.SelectedProperties;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;

/** Writes the results of a query as RDF. */
final class QueryDocuments {
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
        .text(node, Terms.IDENTIFIER, Long.toString(row.id()))
        .time(node, Terms.CREATED, row.created())
        .time(node, Terms.MODIFIED, row.modified());
    if (row.description() != null) {
      statements.xml(node, Terms.DESCRIPTION, row.description());
    }
    row.subjects().forEach(subject -> statements.text(node, Terms.SUBJECT, subject));
    if (isComponent) {
      statements.link(node, Terms.CONFIGURATIONS, uri(row) + "/configurations");
    } else {
      statements
          .type(node, Terms.CONFIGURATION)
          .link(node, Terms.COMPONENT, uris.component(Objects.requireNonNull(row.component())));
      if (row.isArchived()) {
        statements.flag(node, Terms.ARCHIVED, true);
      }
      link(statements, node, Terms.BASELINE_OF_STREAM, row.baselineOfStream());
      link(statements, node, Terms.PREVIOUS_BASELINE, row.previousBaseline());
      if (row.branch() != null) {
        statements.link(node, Terms.BRANCH, row.branch());
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
}
