package org.reprise.load.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.time.Instant;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.reprise.load.ebms.EbmsPing.Party;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class EbmsPingTest {
  static final EbmsPing FLOW =
      new EbmsPing("cpa.1", new Party(Party.OIN, "0001"), new Party(Party.OIN, "0002"));
  private static final String EB =
      "http://www.oasis-open.org/committees/ebxml-msg/schema/msg-header-2_0.xsd";
  private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

  private final PingIds ids = PingIds.random("example.org");

  @Test
  void isAPingOfTheStandard() throws Exception {
    Document ping = xml(FLOW.text(ids.messageId(3), Instant.parse("2026-11-21T07:46:30.050Z")));
    assertThat(ping.getDocumentElement().getNamespaceURI()).isEqualTo(SOAP);
    Element header = (Element) ping.getElementsByTagNameNS(EB, "MessageHeader").item(0);
    assertThat(header.getAttributeNS(EB, "version")).isEqualTo("2.0");
    assertThat(header.getAttributeNS(SOAP, "mustUnderstand")).isEqualTo("1");
    assertThat(text(ping, "PartyId", 0)).isEqualTo("0001");
    assertThat(text(ping, "PartyId", 1)).isEqualTo("0002");
    assertThat(text(ping, "CPAId", 0)).isEqualTo("cpa.1");
    assertThat(text(ping, "ConversationId", 0)).isEqualTo(ids.conversation(3));
    assertThat(text(ping, "Service", 0)).isEqualTo("urn:oasis:names:tc:ebxml-msg:service");
    assertThat(text(ping, "Action", 0)).isEqualTo("Ping");
    assertThat(text(ping, "MessageId", 0)).isEqualTo(ids.messageId(3));
    assertThat(text(ping, "Timestamp", 0)).isEqualTo("2026-11-21T07:46:30.050Z");
    assertThat(ping.getElementsByTagNameNS(SOAP, "Body").item(0).getChildNodes().getLength())
        .isZero();
  }

  @Test
  void textsOfOneLoadDifferInTheirId() throws Exception {
    Document ping = xml(FLOW.texts(ids).apply(12345));
    assertThat(text(ping, "MessageId", 0)).isEqualTo(ids.messageId(12345));
    assertThat(text(ping, "ConversationId", 0)).isEqualTo(ids.conversation(12345));
  }

  @Test
  void theAgreementNamesBothSides() throws Exception {
    String agreement = FLOW.agreement(true, "http://127.0.0.1:1/a?b&c", "http://127.0.0.1:2/ebms");
    Document cpa = xml(agreement);
    assertThat(agreement).doesNotContain("@CPA_ID@").doesNotContainPattern("@[A-Z_]+@");
    String tns = "http://www.oasis-open.org/committees/ebxml-cppa/schema/cpp-cpa-2_0.xsd";
    assertThat(cpa.getDocumentElement().getAttributeNS(tns, "cpaid")).isEqualTo("cpa.1");
    assertThat(uri(cpa, tns, 0)).isEqualTo("http://127.0.0.1:1/a?b&c");
    assertThat(uri(cpa, tns, 1)).isEqualTo("http://127.0.0.1:2/ebms");
    Element mode = (Element) cpa.getElementsByTagNameNS(tns, "MessagingCharacteristics").item(0);
    assertThat(mode.getAttributeNS(tns, "syncReplyMode")).isEqualTo("mshSignalsOnly");
  }

  @Test
  void refusesIdsThatAreNoPlainText() {
    assertThatThrownBy(() -> new EbmsPing("<cpa>", FLOW.from(), FLOW.to()))
        .hasMessageContaining("CPAId");
    assertThatThrownBy(() -> new Party(Party.OIN, "a&b")).hasMessageContaining("party's id");
  }

  private static String uri(Document cpa, String tns, int index) {
    return ((Element) cpa.getElementsByTagNameNS(tns, "Endpoint").item(index))
        .getAttributeNS(tns, "uri");
  }

  private static String text(Document document, String name, int index) {
    return document.getElementsByTagNameNS(EB, name).item(index).getTextContent();
  }

  private static Document xml(String text) throws Exception {
    var factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(new InputSource(new StringReader(text)));
  }
}
