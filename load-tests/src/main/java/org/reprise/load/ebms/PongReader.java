package org.reprise.load.ebms;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

/** Reads a Pong whole and compares its header with the Ping's (ebMS 2.0 section 8.2). */
final class PongReader {
  private static final String HEADER =
      "http://www.oasis-open.org/committees/ebxml-msg/schema/msg-header-2_0.xsd";
  private static final XMLInputFactory XML = factory();

  private PongReader() {}

  private static XMLInputFactory factory() {
    var factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
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
    } catch (XMLStreamException e) {
      return Optional.of("a Pong that cannot be read: " + e.getMessage());
    }
  }

  /** The elements of the message header that hold text, as {@code name=text}, in their order. */
  private static List<String> header(byte[] body) throws XMLStreamException {
    var found = new ArrayList<String>();
    var reader = XML.createXMLStreamReader(new ByteArrayInputStream(envelope(body)));
    try {
      var name = "";
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamConstants.START_ELEMENT ->
              name = HEADER.equals(reader.getNamespaceURI()) ? reader.getLocalName() : "";
          case XMLStreamConstants.CHARACTERS -> {
            if (!name.isEmpty() && !reader.isWhiteSpace()) {
              found.add(name + "=" + reader.getText().strip());
            }
          }
          case XMLStreamConstants.END_ELEMENT -> name = "";
          default -> {
            // Comments and processing instructions say nothing.
          }
        }
      }
    } finally {
      reader.close();
    }
    return found;
  }

  /** The SOAP part: the body itself, or the first part of multipart/related. */
  private static byte[] envelope(byte[] body) {
    var text = new String(body, StandardCharsets.UTF_8);
    if (!text.startsWith("--")) {
      return body;
    }
    var boundary = text.substring(0, text.indexOf("\r\n"));
    var start = text.indexOf("\r\n\r\n") + 4;
    var end = text.indexOf("\r\n" + boundary, start);
    return text.substring(start, end < 0 ? text.length() : end).getBytes(StandardCharsets.UTF_8);
  }
}
