package org.reprise.gc.component;

import java.util.List;
import java.util.Set;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.reprise.gc.configuration.ConfigurationDocuments;
import org.reprise.gc.configuration.Edit;
import org.reprise.gc.configuration.SentDocument;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.installation.Terms;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.stereotype.Service;

/** Writes components as RDF, and reads them from documents. */
@Service
public final class ComponentDocuments {
  private static final Node CLASS = Vocabulary.OSLC_CONFIG.term("Component");
  private static final Set<Node> PROPERTIES = SentDocument.properties(Terms.CONFIGURATIONS);

  private final ResourceUris uris;

  ComponentDocuments(ResourceUris uris) {
    this.uris = uris;
  }

  public Statements component(Component component) {
    String uri = uris.component(component.id());
    Node node = Statements.uri(uri);
    Statements statements =
        ConfigurationDocuments.description(node, component, CLASS)
            .link(node, Terms.CONFIGURATIONS, uri + "/configurations")
            .link(node, Terms.INSTANCE_SHAPE, uris.shape("component"));
    return ConfigurationDocuments.addCreator(node, component.creator(), statements);
  }

  /**
   * Reads the component that a document describes.
   *
   * @param uri of the component, or of the request that is to create one
   * @param isNew whether it is to create one
   * @throws Refusal 400 if it describes none, or one that cannot be stored
   */
  static Edit read(List<Triple> triples, String uri, boolean isNew) {
    SentDocument document = new SentDocument(triples);
    Node node = Statements.uri(uri);
    if (isNew) {
      node = document.created(node);
    }
    if (!document.describes(node)) {
      throw Refusal.invalid("The document says nothing of <%s>.".formatted(uri));
    }
    document.requireTypes(node, Set.of(CLASS));
    document.requireOnly(node, PROPERTIES);
    Edit edit = document.edit(node);
    if (edit.title() == null) {
      throw Refusal.invalid("The document has no dcterms:title of the component.");
    }
    return edit;
  }
}
