package org.reprise.load.ebms;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.HttpCalls;
import org.reprise.load.generator.LeanLoad;
import org.reprise.load.generator.Shape;

/**
 * The report's flow, once for every way of sending it: one Ping (ebMS 2.0 section 8.1), whose time
 * ends with the HTTP reply. In asynchronous mode the Pong comes by a connection of the other
 * party's own.
 *
 * @param from the party that we play
 * @param to the party that is measured
 */
record EbmsPing(String cpaId, Party from, Party to) {
  static final String CONTENT_TYPE = "text/xml; charset=UTF-8";

  /** Quoted, as SOAP 1.1 writes it; some handlers refuse it otherwise. */
  static final String SOAP_ACTION = "\"ebXML\"";

  static final String AGREEMENTS = "/api/v1/agreements";
  static final String PING = "Ping";
  static final String PONG = "Pong";
  static final Set<Integer> ACCEPTED = Set.of(200, 202, 204);
  private static final int UUID_LENGTH = 36;
  private static final Duration AGREE_TIMEOUT = Duration.ofMinutes(2);

  /** A party of an agreement: {@code id} is for example an OIN of 20 digits. */
  record Party(String type, String id) {
    static final String OIN = "urn:osb:oin";

    Party {
      requirePlain("a party's type", type);
      requirePlain("a party's id", id);
    }
  }

  EbmsPing {
    requirePlain("a CPAId", cpaId);
  }

  /** Requires characters that need no escape in XML. */
  private static void requirePlain(String what, String text) {
    if (!text.matches("[\\w.:/+$-]{1,255}")) {
      throw new IllegalArgumentException(
          what + " is of letters, digits and . : / + $ - _, not '" + text + "'");
    }
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
    var first = text(ids.messageId(0), Instant.now());
    return number -> first.replace(ids.conversation(0), ids.conversation(number));
  }

  /** What a Ping is answered with: its Pong, at once or later on a connection of its own. */
  enum Reply {
    PONG,
    PONG_LATER,
    NO_PONG
  }

  LeanLoad lean(URI handler, PingIds ids, Reply reply) {
    var texts = texts(ids);
    return new LeanLoad(
        handler,
        number -> {
          var request = new BasicClassicHttpRequest("POST", handler.getPath());
          request.setHeader("SOAPAction", SOAP_ACTION);
          request.setEntity(new StringEntity(texts.apply(number), ContentType.parse(CONTENT_TYPE)));
          return request;
        },
        (number, answer) ->
            ACCEPTED.contains(answer.status())
                && (reply != Reply.PONG
                    || answer.text().contains("RefToMessageId>" + ids.messageId(number))),
        Shape.Arrivals.GIVE_UP);
  }

  /**
   * Returns the agreement under which Pings are sent (ebXML CPA 2.0), best effort over plain HTTP:
   * what both sides must know of each other.
   *
   * @param synchronous whether a Pong comes as the reply to its Ping
   * @param ours where our party receives
   * @param theirs where the measured handler receives
   */
  String agreement(boolean synchronous, String ours, String theirs) {
    try (var in = EbmsPing.class.getResourceAsStream("/ebms/agreement.xml")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .replace("@CPA_ID@", cpaId)
          .replace("@SYNC_REPLY_MODE@", synchronous ? "mshSignalsOnly" : "none")
          .replace("@FROM_TYPE@", from.type())
          .replace("@FROM_ID@", from.id())
          .replace("@FROM_ENDPOINT@", escaped(ours))
          .replace("@TO_TYPE@", to.type())
          .replace("@TO_ID@", to.id())
          .replace("@TO_ENDPOINT@", escaped(theirs));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gives ebms-adapter an agreement with the partner, in place of one with the same CPAId. */
  void agree(
      URI agreements, Credentials credentials, URI handler, Partner partner, boolean synchronous)
      throws IOException, InterruptedException {
    var agreement = agreement(synchronous, partner.sink().endpoint(), handler.toString());
    var request =
        HttpRequest.newBuilder(URI.create(agreements + "/" + cpaId))
            .header("Content-Type", "application/xml")
            .PUT(BodyPublishers.ofString(agreement));
    try (var calls = new HttpCalls(credentials, AGREE_TIMEOUT, agreements)) {
      calls.send(request, status -> status / 100 == 2);
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
