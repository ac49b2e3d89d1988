package org.reprise.gc.component;

import java.util.List;
import java.util.Set;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.reprise.gc.configuration.ConfigurationDocuments;
import org.reprise.gc.configuration.SentDocument;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;

/** Writes components as RDF, and reads them from documents. */
final class ComponentDocuments {
  private static final Node DESCRIPTION = Vocabulary.DCTERMS.term("description");
  private static final Node SUBJECT = Vocabulary.DCTERMS.term("subject");
  private static final Node COMPONENT = Vocabulary.OSLC_CONFIG.term("Component");

  private static final Node CONFIGURATIONS = Vocabulary.OSLC_CONFIG.term("configurations");
  private static final Set<Node> PROPERTIES =
      SentDocument.properties(
          Vocabulary.TYPE, Vocabulary.TITLE, DESCRIPTION, SUBJECT, CONFIGURATIONS);

  private final ResourceUris uris;

  ComponentDocuments(ResourceUris uris) {
    this.uris = uris;
  }

  Statements component(Component component) {
    String uri = uris.component(component.id());
    Node node = Statements.uri(uri);
    Statements statements =
        new Statements()
            .type(node, COMPONENT)
            .xml(node, Vocabulary.TITLE, component.title())
            .text(node, Vocabulary.DCTERMS.term("identifier"), Long.toString(component.id()))
            .link(node, CONFIGURATIONS, uri + "/configurations")
            .link(node, Vocabulary.OSLC.term("instanceShape"), uris.shape("component"))
            .time(node, Vocabulary.DCTERMS.term("created"), component.created())
            .time(node, Vocabulary.DCTERMS.term("modified"), component.modified());
    if (component.description() != null) {
      statements.xml(node, DESCRIPTION, component.description());
    }
    component.subjects().forEach(subject -> statements.text(node, SUBJECT, subject));
    ConfigurationDocuments.addCreator(node, component.creator(), statements);
    return statements;
  }

  /**
   * The component that a document describes.
   *
   * @param uri of the component, or of the request that is to create one
   * @param isNew whether it is to create one
   * @throws Refusal 400 if it describes none, or one that cannot be stored
   */
  static NewComponent read(List<Triple> triples, String uri, boolean isNew, String account) {
    SentDocument document = new SentDocument(triples);
    Node node = Statements.uri(uri);
    if (isNew) {
      node = document.created(node);
    }
    if (!document.knows(node)) {
      throw Refusal.invalid("The document says nothing of <%s>.".formatted(uri));
    }
    document.requireTypes(node, Set.of(COMPONENT));
    document.requireOnly(node, PROPERTIES);
    String title = document.text(node, Vocabulary.TITLE);
    if (title == null) {
      throw Refusal.invalid("The document has no dcterms:title of the component.");
    }
    return new NewComponent(
        title, document.text(node, DESCRIPTION), document.texts(node, SUBJECT), account);
  }
}
