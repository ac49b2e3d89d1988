package org.reprise.ebms.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EnvelopeSchema;

/** The exact bytes, as other message handlers send them. */
class EnvelopeWriterTest {
  private static final String ROOT =
      "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\""
          + " xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\""
          + " xmlns:eb=\"http://www.oasis-open.org/committees/ebxml-msg/schema/msg-header-2_0.xsd\""
          + " xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n";
  private static final MessageHeader PING =
      new MessageHeader(
          new Party(List.of(new PartyId("urn:osb:oin", "1")), null),
          new Party(List.of(new PartyId(null, "urn:party:2")), "Receiver"),
          "cpa & 1",
          "c-1",
          Service.SIGNALS,
          "Ping",
          new MessageData("m-1@a.example", Instant.parse("2026-01-02T03:04:05Z"), null, null),
          false);

  @Test
  void writesPongForPing() {
    MessageHeader pong =
        PING.answer(Signal.PONG, "m-2@b.example", Instant.parse("2026-01-02T03:04:05.120999Z"));
    byte[] document = EnvelopeWriter.write(Envelope.of(pong, new Content.Empty()));
    EnvelopeSchema.check(document);
    assertThat(new String(document, StandardCharsets.UTF_8))
        .isEqualTo(
            ROOT
                + """
                    <soap:Header>
                        <eb:MessageHeader eb:version="2.0" soap:mustUnderstand="1">
                            <eb:From>
                                <eb:PartyId>urn:party:2</eb:PartyId>
                            </eb:From>
                            <eb:To>
                                <eb:PartyId eb:type="urn:osb:oin">1</eb:PartyId>
                            </eb:To>
                            <eb:CPAId>cpa &amp; 1</eb:CPAId>
                            <eb:ConversationId>c-1</eb:ConversationId>
                            <eb:Service>urn:oasis:names:tc:ebxml-msg:service</eb:Service>
                            <eb:Action>Pong</eb:Action>
                            <eb:MessageData>
                                <eb:MessageId>m-2@b.example</eb:MessageId>
                                <eb:Timestamp>2026-01-02T03:04:05.120Z</eb:Timestamp>
                                <eb:RefToMessageId>m-1@a.example</eb:RefToMessageId>
                            </eb:MessageData>
                        </eb:MessageHeader>
                    </soap:Header>
                    <soap:Body/>
                </soap:Envelope>\
                """);
  }

  @Test
  void writesErrorWithCodeAndLocation() {
    MessageHeader report =
        PING.answer(Signal.MESSAGE_ERROR, "m-3@b.example", Instant.parse("2026-01-02T03:04:06Z"));
    byte[] document =
        EnvelopeWriter.write(
            Envelope.error(
                report,
                new ErrorList(
                    List.of(EbmsError.of(ErrorCode.INCONSISTENT, "/a/@b", "not \"so\" <good>"))),
                new Content.Fault(FaultCode.CLIENT, "bad\u0000")));
    EnvelopeSchema.check(document);
    assertThat(new String(document, StandardCharsets.UTF_8))
        .contains("<eb:Action>MessageError</eb:Action>")
        .endsWith(
            """
                    <eb:ErrorList eb:version="2.0" soap:mustUnderstand="1" eb:highestSeverity="Error">
                        <eb:Error eb:codeContext="urn:oasis:names:tc:ebxml-msg:service:errors" eb:errorCode="Inconsistent" eb:severity="Error" eb:location="/a/@b">
                            <eb:Description xml:lang="en">not "so" &lt;good&gt;</eb:Description>
                        </eb:Error>
                    </eb:ErrorList>
                </soap:Header>
                <soap:Body>
                    <soap:Fault>
                        <faultcode>soap:Client</faultcode>
                        <faultstring>bad\ufffd</faultstring>
                    </soap:Fault>
                </soap:Body>
            </soap:Envelope>\
            """);
  }
}
