package org.reprise.oslc.rdf;

import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.jena.graph.Node;
import org.apache.jena.irix.IRIException;
import org.apache.jena.irix.IRIx;
import org.reprise.oslc.refusal.Refusal;

public final class Texts {
  private static final String XML_LITERAL = Vocabulary.RDF.namespace() + "XMLLiteral";

  // In bytes of UTF-8: an entry of an index in PostgreSQL has 2,704 at most.
  private static final int MAX_URI = 2_000;
  // Without spaces and controls of any script: readers of JSON-LD leave statements with them out.
  private static final Pattern ABSOLUTE_URI =
      Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:[^<>\"{}|\\\\^`\\p{Z}\\p{Cc}]+");

  private Texts() {}

  /**
   * Checks that a URI can be stored, and written as a URI in each format, whatever parsers let
   * pass. One whose scheme is a prefix of the documents would be another URI in JSON-LD, where both
   * are written alike.
   *
   * @param property whose value it is, as the message calls it
   * @return the URI
   * @throws Refusal 400 if it is no absolute URI of up to 2,000 bytes, or a prefixed name
   */
  public static String requireUri(String property, String uri) {
    boolean isUri =
        uri.getBytes(StandardCharsets.UTF_8).length <= MAX_URI
            && ABSOLUTE_URI.matcher(uri).matches()
            && isStorable(uri)
            && !Vocabulary.byPrefix().containsKey(uri.substring(0, uri.indexOf(':')));
    try {
      if (isUri) {
        IRIx.create(uri);
        return uri;
      }
    } catch (IRIException e) {
      // Rejected below.
    }
    throw Refusal.invalid(
        "A value of %s is no absolute URI of up to %,d bytes, or a prefixed name: %s"
            .formatted(property, MAX_URI, uri));
  }

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
    // Sections of CDATA are characters then.
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    // The prefixes of a fragment may be bound outside of it.
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    StringBuilder text = new StringBuilder();
    try {
      XMLStreamReader reader =
          factory.createXMLStreamReader(new StringReader("<text>" + xml + "</text>"));
      while (reader.hasNext()) {
        if (reader.next() == XMLStreamConstants.CHARACTERS) {
          text.append(reader.getText());
        }
      }
      return text.toString();
    } catch (XMLStreamException e) {
      // No XML, whatever it is called: taken as it is.
      return xml;
    }
  }
}
