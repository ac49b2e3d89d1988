package org.reprise.load.ebms;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The report's flow, once for every way of sending it: one Ping (ebMS 2.0 section 8.1), whose time
 * ends with the HTTP reply. In asynchronous mode the Pong comes by a connection of the other
 * party's own.
 *
 * @param from the party that we play
 * @param to the party that is measured
 */
public record EbmsPing(String cpaId, Party from, Party to) {
  /** Of every message without payload. */
  public static final String CONTENT_TYPE = "text/xml; charset=UTF-8";

  /** Quoted, as SOAP 1.1 writes it; some handlers refuse it otherwise. */
  public static final String SOAP_ACTION = "\"ebXML\"";

  /** The action of the question. */
  public static final String PING = "Ping";

  /** The action of its answer. */
  public static final String PONG = "Pong";

  private static final int UUID_LENGTH = 36;

  /** Requires an agreement id of characters that need no escape in XML. */
  public EbmsPing {
    if (!cpaId.matches("[\\w.:/+$-]{1,255}")) {
      throw new IllegalArgumentException(
          "a CPAId is of letters, digits and . : / + $ - _, not '" + cpaId + "'");
    }
  }

  byte[] message(String messageId) {
    return text(messageId, Instant.now().truncatedTo(ChronoUnit.MILLIS))
        .getBytes(StandardCharsets.UTF_8);
  }

  String text(String messageId, Instant timestamp) {
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:eb="http://www.oasis-open.org/committees/ebxml-msg/schema/msg-header-2_0.xsd">
      <soap:Header>
        <eb:MessageHeader eb:version="2.0" soap:mustUnderstand="1">
          <eb:From><eb:PartyId eb:type="%s">%s</eb:PartyId></eb:From>
          <eb:To><eb:PartyId eb:type="%s">%s</eb:PartyId></eb:To>
          <eb:CPAId>%s</eb:CPAId>
          <eb:ConversationId>%s</eb:ConversationId>
          <eb:Service>urn:oasis:names:tc:ebxml-msg:service</eb:Service>
          <eb:Action>%s</eb:Action>
          <eb:MessageData>
            <eb:MessageId>%s</eb:MessageId>
            <eb:Timestamp>%tFT%<tT.%<tLZ</eb:Timestamp>
          </eb:MessageData>
        </eb:MessageHeader>
      </soap:Header>
      <soap:Body/>
    </soap:Envelope>
    """
        .formatted(
            from.type(),
            from.id(),
            to.type(),
            to.id(),
            cpaId,
            messageId.substring(0, UUID_LENGTH),
            PING,
            messageId,
            timestamp.atZone(java.time.ZoneOffset.UTC));
  }

  /**
   * A whole HTTP request that is sent again and again with another id, for a generator that spends
   * no time on making messages.
   *
   * @param target path of the handler
   * @param host for the Host header
   */
  Template template(String target, String host, PingIds ids) {
    var body = message(ids.messageId(0));
    var head =
        "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: %s\r\nSOAPAction: %s\r\nContent-Length: %d\r\n\r\n"
            .formatted(target, host, CONTENT_TYPE, SOAP_ACTION, body.length);
    var whole = new ByteArrayOutputStream();
    whole.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
    whole.writeBytes(body);
    return Template.of(whole.toByteArray(), ids);
  }

  /** Bytes with the places where the id of a message stands. */
  static final class Template {
    private final byte[] bytes;
    private final int conversation;
    private final int message;
    private final PingIds ids;

    private Template(byte[] bytes, int conversation, int message, PingIds ids) {
      this.bytes = bytes;
      this.conversation = conversation;
      this.message = message;
      this.ids = ids;
    }

    private static Template of(byte[] bytes, PingIds ids) {
      var text = new String(bytes, StandardCharsets.US_ASCII);
      var id = ids.uuid(0).toString();
      var first = text.indexOf(id);
      return new Template(bytes, first, text.indexOf(id, first + 1), ids);
    }

    byte[] request(long number) {
      var request = bytes.clone();
      var id = ids.uuid(number).toString().getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(id, 0, request, conversation, id.length);
      System.arraycopy(id, 0, request, message, id.length);
      return request;
    }
  }
}
