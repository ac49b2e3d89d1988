package org.reprise.ldx.web;

import java.util.Objects;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.rdf.RdfFormat;
import org.reprise.ldx.rdf.RdfWriter;
import org.reprise.ldx.rdf.Vocabulary;

/**
 * An error as OSLC Core 3.0 (part 1, "Error Responses") has it.
 *
 * @param status of the answer
 * @param identifier of the error, as Link Discovery Management names some; null for others
 * @param message for people
 */
record OslcError(int status, @Nullable String identifier, String message) {
  OslcError {
    Objects.requireNonNull(message);
  }

  byte[] bytes(RdfFormat format) {
    Node error = NodeFactory.createBlankNode();
    RdfWriter document = new RdfWriter();
    document.add(
        error,
        NodeFactory.createURI(Vocabulary.TYPE),
        NodeFactory.createURI(Vocabulary.OSLC + "Error"));
    document.text(error, Vocabulary.OSLC + "statusCode", Integer.toString(status));
    document.text(error, Vocabulary.OSLC + "message", message);
    if (identifier != null) {
      document.text(error, Vocabulary.DCTERMS + "identifier", identifier);
    }
    return document.bytes(format);
  }
}
