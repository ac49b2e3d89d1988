package org.reprise.load.ebms;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.function.IntFunction;

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

  public static final String PING = "Ping";

  public static final String PONG = "Pong";

  private static final int UUID_LENGTH = 36;

  /** Requires an agreement id of characters that need no escape in XML. */
  public EbmsPing {
    if (!cpaId.matches("[\\w.:/+$-]{1,255}")) {
      throw new IllegalArgumentException(
          "a CPAId is of letters, digits and . : / + $ - _, not '" + cpaId + "'");
    }
  }

  String text(String messageId) {
    return text(messageId, Instant.now());
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
            timestamp.atZone(ZoneOffset.UTC));
  }

  /** Messages that differ in their id only, for a generator that spends no time on making them. */
  IntFunction<String> texts(PingIds ids) {
    var first = text(ids.messageId(0));
    return number -> first.replace(ids.conversation(0), ids.conversation(number));
  }
}
