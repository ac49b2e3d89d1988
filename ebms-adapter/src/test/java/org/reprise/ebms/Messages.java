package org.reprise.ebms;

import java.util.concurrent.atomic.AtomicInteger;

/** Messages as somebody else would write them: other prefixes, other white space. */
public final class Messages {
  private static final AtomicInteger IDS = new AtomicInteger();
  private static final String RUN = Long.toHexString(System.nanoTime());

  private Messages() {}

  /** An identifier that no other message of this JVM has. */
  public static String freshId() {
    return "t" + IDS.incrementAndGet() + "-" + RUN + "@tests.example";
  }

  /** A Ping from ALPHA to BETA. */
  public static String ping(String cpaId, String messageId) {
    return signal(cpaId, messageId, "Ping", "", "", "");
  }

  /**
   * A signal from ALPHA to BETA.
   *
   * @param data what follows the Timestamp
   * @param headers what follows the MessageHeader
   * @param body the content of the Body
   */
  public static String signal(
      String cpaId, String messageId, String action, String data, String headers, String body) {
    return envelope(
        header(
                Cpas.ALPHA,
                Cpas.BETA,
                cpaId,
                "urn:oasis:names:tc:ebxml-msg:service",
                action,
                messageId,
                data)
            + headers,
        body);
  }

  /** What a sender adds to a header where the agreement says reliable. */
  public static final String ONCE = "</e:MessageData><e:DuplicateElimination/>";

  /** The wish for an acknowledgment. */
  public static final String ACK_REQUESTED =
      "<e:AckRequested e:version=\"2.0\" S:mustUnderstand=\"1\" e:signed=\"false\"/>";

  /** The same message with the wish for an answer in the HTTP response. */
  public static String syncReply(String document) {
    return document.replace(
        "</e:MessageHeader>",
        "</e:MessageHeader><e:SyncReply e:version=\"2.0\" S:mustUnderstand=\"1\""
            + " S:actor=\"http://schemas.xmlsoap.org/soap/actor/next\"/>");
  }

  /** A reliable business message from ALPHA to BETA without payloads. */
  public static String order(String cpaId, String messageId) {
    return order(cpaId, messageId, "", "");
  }

  /**
   * A reliable business message from ALPHA to BETA.
   *
   * @param data what follows the Timestamp
   * @param body the content of the Body
   */
  public static String order(String cpaId, String messageId, String data, String body) {
    return reliable(bestEffortOrder(cpaId, messageId, data, body));
  }

  /** The same message with the wish for an acknowledgment and to be delivered once. */
  public static String reliable(String document) {
    return document
        .replace("</e:MessageData>", ONCE)
        .replace("</e:MessageHeader>", "</e:MessageHeader>" + ACK_REQUESTED);
  }

  /** A business message from ALPHA to BETA that asks for nothing. */
  public static String bestEffortOrder(String cpaId, String messageId, String data, String body) {
    return envelope(
        header(Cpas.ALPHA, Cpas.BETA, cpaId, "orders", "order", messageId, data)
            .replace("<e:Service>", "<e:Service e:type=\"urn:services\">"),
        body);
  }

  /** A whole document of header blocks and body. */
  public static String envelope(String headers, String body) {
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/" xmlns:e="http://www.oasis-open.org/committees/ebxml-msg/schema/msg-header-2_0.xsd" xmlns:xlink="http://www.w3.org/1999/xlink">
    <S:Header>%s</S:Header><S:Body>%s</S:Body></S:Envelope>
    """
        .formatted(headers, body);
  }

  /** A MessageHeader. */
  public static String header(
      String from,
      String to,
      String cpaId,
      String service,
      String action,
      String messageId,
      String data) {
    return """
    <e:MessageHeader e:version="2.0" S:mustUnderstand="1"><e:From><e:PartyId e:type="urn:osb:oin">%s</e:PartyId></e:From>
    <e:To><e:PartyId e:type="urn:osb:oin">%s</e:PartyId></e:To><e:CPAId>%s</e:CPAId><e:ConversationId>talk</e:ConversationId>
    <e:Service>%s</e:Service><e:Action>%s</e:Action><e:MessageData><e:MessageId>%s</e:MessageId>
    <e:Timestamp>2026-11-21T10:00:00Z</e:Timestamp>%s</e:MessageData></e:MessageHeader>
    """
        .formatted(from, to, cpaId, service, action, messageId, data);
  }
}
