package org.reprise.load.ebms;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The message header of a received message (ebMS 2.0 section 8.2).
 *
 * @param header its elements with text as {@code name=text}, in document order
 */
record Pong(List<String> header) {
  private static final String HEADER =
      "http://www.oasis-open.org/committees/ebxml-msg/schema/msg-header-2_0.xsd";
  private static final XMLInputFactory XML = factory();

  private static XMLInputFactory factory() {
    var factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }

  /**
   * Reads a message.
   *
   * @throws XMLStreamException if the body is no well-formed XML
   */
  static Pong read(byte[] body) throws XMLStreamException {
    var header = new ArrayList<String>();
    var xml = XML.createXMLStreamReader(new ByteArrayInputStream(envelope(body)));
    var name = "";
    while (xml.hasNext()) {
      switch (xml.next()) {
        case XMLStreamReader.START_ELEMENT ->
            name = HEADER.equals(xml.getNamespaceURI()) ? xml.getLocalName() : "";
        case XMLStreamReader.CHARACTERS -> {
          if (!name.isEmpty() && !xml.isWhiteSpace()) {
            header.add(name + "=" + xml.getText().strip());
          }
        }
        case XMLStreamReader.END_ELEMENT -> name = "";
        default -> {}
      }
    }
    return new Pong(header);
  }

  /** Returns the SOAP part: the body itself, or the first part of multipart/related. */
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

  /** Returns the MessageId of the Ping that it answers; empty if it is not a Pong. */
  Optional<String> reference() {
    var reference = "RefToMessageId=";
    return header.stream()
        .filter(it -> header.contains("Action=" + EbmsPing.PONG) && it.startsWith(reference))
        .map(it -> it.substring(reference.length()))
        .findFirst();
  }

  /** Returns how the header differs from that of the Pong to a Ping; empty if it does not. */
  Optional<String> differences(EbmsPing flow, String conversation) {
    var from = "PartyId=" + flow.to().id();
    var to = "PartyId=" + flow.from().id();
    var missing =
        Stream.of(
                from,
                to,
                "CPAId=" + flow.cpaId(),
                "ConversationId=" + conversation,
                "Service=urn:oasis:names:tc:ebxml-msg:service")
            .filter(it -> !header.contains(it))
            .toList();
    if (!missing.isEmpty()) {
      return Optional.of("a Pong without " + String.join(", ", missing));
    }
    return header.indexOf(from) < header.lastIndexOf(to) || from.equals(to)
        ? Optional.empty()
        : Optional.of("a Pong whose parties are not swapped");
  }
}
