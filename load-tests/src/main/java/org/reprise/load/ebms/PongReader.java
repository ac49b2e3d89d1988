package org.reprise.load.ebms;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Reads a Pong whole and compares its header with the Ping's (ebMS 2.0 section 8.2). */
final class PongReader {
  private static final String HEADER =
      "http://www.oasis-open.org/committees/ebxml-msg/schema/msg-header-2_0.xsd";
  private static final DocumentBuilderFactory XML = factory();

  private PongReader() {}

  private static DocumentBuilderFactory factory() {
    var factory = DocumentBuilderFactory.newDefaultNSInstance();
    try {
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
    return factory;
  }

  /**
   * What is not as it should be; empty where all is.
   *
   * @param reference MessageId of the Ping
   */
  static Optional<String> faults(byte[] body, EbmsPing flow, String reference) {
    var expected =
        List.of(
            "PartyId=" + flow.to().id(),
            "PartyId=" + flow.from().id(),
            "CPAId=" + flow.cpaId(),
            "ConversationId=" + reference.substring(0, reference.indexOf('@')),
            "Service=urn:oasis:names:tc:ebxml-msg:service",
            "Action=" + EbmsPing.PONG,
            "RefToMessageId=" + reference);
    try {
      var found = header(body);
      var missing = new ArrayList<>(expected);
      missing.removeIf(found::contains);
      if (!missing.isEmpty()) {
        return Optional.of("a Pong without " + String.join(", ", missing));
      }
      return found.indexOf(expected.get(0)) < found.lastIndexOf(expected.get(1))
              || flow.to().equals(flow.from())
          ? Optional.empty()
          : Optional.of("a Pong whose parties are not swapped");
    } catch (IOException | SAXException e) {
      return Optional.of("a Pong that cannot be read: " + e.getMessage());
    }
  }

  /** The elements of the message header as {@code name=text}, in their order. */
  private static List<String> header(byte[] body) throws IOException, SAXException {
    try {
      var parser = XML.newDocumentBuilder();
      // Its own one writes to the log.
      parser.setErrorHandler(new DefaultHandler());
      var elements =
          parser
              .parse(new ByteArrayInputStream(envelope(body)))
              .getElementsByTagNameNS(HEADER, "*");
      var found = new ArrayList<String>();
      for (int i = 0; i < elements.getLength(); i++) {
        var element = elements.item(i);
        found.add(element.getLocalName() + "=" + element.getTextContent().strip());
      }
      return found;
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The SOAP part: the body itself, or the first part of multipart/related. */
  private static byte[] envelope(byte[] body) {
    var text = new String(body, StandardCharsets.UTF_8);
    if (!text.startsWith("--")) {
      return body;
    }
    var boundary = text.split("\r\n", 2)[0];
    var start = text.indexOf("\r\n\r\n") + 4;
    var end = text.indexOf("\r\n" + boundary, start);
    return text.substring(start, end < 0 ? text.length() : end).getBytes(StandardCharsets.UTF_8);
  }
}
