package org.reprise.oslc.rdf;

import java.io.StringReader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.jena.graph.Node;

public final class Texts {
  private static final String XML_LITERAL = Vocabulary.RDF.namespace() + "XMLLiteral";

  private Texts() {}

  /**
   * Returns whether every format and PostgreSQL can hold a text: it has no control characters but
   * tab and line breaks, no half of a surrogate pair, and nothing else that XML 1.0 has no
   * character for.
   */
  public static boolean isStorable(String text) {
    return text.codePoints()
        .allMatch(c ->
            (c >= ' ' && c < Character.MIN_SURROGATE)
                || (c > Character.MAX_SURROGATE && c != 0xFFFE && c != 0xFFFF)
                || c == '\t'
                || c == '\n'
                || c == '\r');
  }

  /**
   * Returns the text of a literal. Clients of OSLC 2.0 send titles as {@code rdf:XMLLiteral}, whose
   * lexical form is XML: of that the characters without the markup.
   */
  public static String of(Node literal) {
    String text = literal.getLiteralLexicalForm();
    return XML_LITERAL.equals(literal.getLiteralDatatypeURI()) ? withoutMarkup(text) : text;
  }

  /** Returns a text with the special characters of XML escaped. */
  static String escaped(String text) {
    // A carriage return as it stands would be read as a line feed.
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\r", "&#xD;");
  }

  private static String withoutMarkup(String xml) {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    // The prefixes of a fragment may be bound outside of it.
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    StringBuilder text = new StringBuilder();
    try {
      XMLStreamReader reader =
          factory.createXMLStreamReader(new StringReader("<text>" + xml + "</text>"));
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
              text.append(reader.getText());
          default -> {}
        }
      }
      return text.toString();
    } catch (XMLStreamException e) {
      // No XML, whatever it is called: taken as it is.
      return xml;
    }
  }
}
