package org.reprise.ebms.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.ebms.Cpas;
import org.reprise.ebms.envelope.PartyId;
import org.reprise.ebms.envelope.Severity;

/** What is read from a document, and which faults of a bad one are reported. */
class CpaReaderTest {
  private static Agreement read(String document) {
    return CpaReader.read(document.getBytes(StandardCharsets.UTF_8)).agreement();
  }

  @Test
  void readsAgreement() {
    Agreement agreement =
        read(Cpas.named("x").synchronous().alphaAt("https://a.example/in?x=1").xml());
    assertThat(agreement.cpaId()).isEqualTo("x");
    assertThat(agreement.status()).isEqualTo(Agreement.Status.AGREED);
    assertThat(agreement.start()).isEqualTo(Instant.parse("2020-01-01T00:00:00Z"));
    PartyInfo alpha = agreement.parties().get(0);
    assertThat(alpha.ids()).containsExactly(new PartyId("urn:osb:oin", Cpas.ALPHA));
    assertThat(alpha.defaultChannel().endpoint()).isEqualTo(URI.create("https://a.example/in?x=1"));
    assertThat(alpha.defaultChannel().syncReplyMode())
        .isEqualTo(SyncReplyMode.SIGNALS_AND_RESPONSE);
    assertThat(alpha.defaultChannel().reliability()).isEqualTo(Reliability.NONE);
    ActionBinding order = alpha.bindings().getFirst();
    assertThat(order.sends()).isTrue();
    assertThat(order.action()).isEqualTo("order");
    assertThat(order.service().name()).isEqualTo("orders");
    assertThat(order.channel().ackRequested()).isEqualTo(PerMessage.ALWAYS);
    assertThat(order.channel().reliability())
        .isEqualTo(new Reliability(3, Duration.ofMinutes(2), Duration.ofDays(1)));
    assertThat(agreement.parties().get(1).bindings().getFirst().sends()).isFalse();
  }

  @Test
  void readsHostInLowerCase() {
    Agreement agreement = read(Cpas.named("x").alphaAt("http://HTTP.Example:81/Ebms?A=B").xml());
    assertThat(agreement.parties().getFirst().defaultChannel().endpoint())
        .hasToString("http://http.example:81/Ebms?A=B");
  }

  @Test
  void findsPartiesByEachIdentifier() {
    Agreement agreement = read(Cpas.named("x").xml());
    PartyId alpha = new PartyId("urn:osb:oin", Cpas.ALPHA);
    assertThat(agreement.partyOf(List.of(alpha))).isSameAs(agreement.parties().get(0));
    assertThat(agreement.partyOf(List.of(new PartyId(null, Cpas.ALPHA)))).isNull();
    assertThat(agreement.partyOf(List.of(alpha, new PartyId("urn:osb:oin", Cpas.BETA)))).isNull();
  }

  @Test
  void agreementIsValidFromStartToEnd() {
    Agreement agreement =
        read(Cpas.named("x").between("2020-01-01T00:00:00", "2021-01-01T00:00:00+01:00").xml());
    Instant start = Instant.parse("2020-01-01T00:00:00Z");
    Instant end = Instant.parse("2020-12-31T23:00:00Z");
    assertThat(agreement.whyNotInForce(start.minusMillis(1))).isPresent();
    assertThat(agreement.whyNotInForce(start)).isEmpty();
    assertThat(agreement.whyNotInForce(end.minusMillis(1))).isEmpty();
    assertThat(agreement.whyNotInForce(end)).isPresent();
    assertThat(read(Cpas.named("x").status("proposed").xml()).whyNotInForce(start))
        .contains("is proposed, not agreed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "c:cpaid=\"x\"| |2|cpaid is missing",
        "<c:Start>2020-01-01T00:00:00Z|<c:Start>2020 & 2021|5|not readable",
        "<c:End>2099-12-31T23:59:59Z|<c:End>&more;2099|6|not readable",
        "c:Status c:value=\"agreed\"|c:State c:value=\"agreed\"|2|Status is missing",
        "<c:Start>2020-01-01T00:00:00Z|<c:Start>soon|5|is no dateTime",
        "<c:End>2099-12-31T23:59:59Z|<c:End>2019-12-31T23:59:59Z|2|Start is not before End",
        "A-signals\" c:docExchangeId|A-other\" c:docExchangeId|7|defaultMshChannelId",
        "<c:PartyId c:type=\"urn:osb:oin\">00000001000000000001|<c:PartyId>|8|is empty",
        "<c:Transport c:transportId=\"A-http\">|<c:Transport>|26|transportId is missing",
        "http://127.0.0.1:9/ebms|http://user:secret@host/|29|without credentials",
        "http://127.0.0.1:9/ebms|http://host:65536/|29|valid port",
        "http://127.0.0.1:9/ebms|http:// no|29|no URI",
        "<c:Retries>3|<c:Retries>-3|38|no number",
        "<c:RetryInterval>PT2M|<c:RetryInterval>soon|39|no duration",
        "<c:RetryInterval>PT2M|<c:RetryInterval>P11Y|39|ten years",
        "<c:RetryInterval>PT2M|<c:RetryInterval>P9Y|37|ten years",
        "<c:RetryInterval>PT2M|<c:RetryInterval>P2147483647D|39|ten years",
        "<c:RetryInterval>PT2M|<c:RetryInterval>P2147483648D|39|ten years",
        "<c:RetryInterval>PT2M|<c:RetryInterval>P9999999999999999999Y|39|ten years",
        "<c:RetryInterval>PT2M|<c:RetryInterval>PT9999999999999999999S|39|ten years",
        "<c:RetryInterval>PT2M|<c:RetryInterval>-P1D|39|no duration",
        "<c:RetryInterval>PT2M|<c:RetryInterval>P1W|39|no duration",
        "<c:RetryInterval>PT2M|<c:RetryInterval>PT|39|no duration",
        "<c:RetryInterval>PT2M|<c:RetryInterval>P|39|no duration",
        "<c:Retries>3|<c:Retries>10001|37|retries",
        ">NotGuaranteed|>Guaranteed|40|not delivered in the order",
        ">NotGuaranteed|>Sometimes|40|no known value",
        "\"none\" c:ackRequested=\"always\"|\"responseOnly\" c:ackRequested=\"always\"|14|business"
            + " response",
        "c:syncReplyMode=\"none\"|c:syncReplyMode=\"maybe\"|21|no known value",
        "00000002000000000002|00000001000000000001|46|same PartyId",
        "<c:ChannelId>A-reliable|<c:ChannelId>nowhere|15|DeliveryChannel"
      })
  void reportsFaultAndPlaceOfBadDocuments(String from, String to, int line, String message) {
    String good = Cpas.named("x").xml();
    assertThat(good).contains(from);
    InvalidAgreement refused =
        catchThrowableOfType(
            InvalidAgreement.class, () -> read(good.replace(from, to == null ? "" : to)));
    assertThat(refused).isNotNull();
    assertThat(refused.findings())
        .as(refused.findings().toString())
        .anySatisfy(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.ERROR);
          assertThat(finding.message()).contains(message);
          if (line > 0) {
            assertThat(finding.line()).isEqualTo(line);
          }
        });
  }

  @Test
  void refusesEndpointThatNoIndexHolds() {
    String most = "http://host/" + "x".repeat(1988);
    assertThat(read(Cpas.named("x").alphaAt(most).xml()).cpaId()).isEqualTo("x");
    for (String longer : List.of(most + "x", "http://host/" + "é".repeat(1000))) {
      String document = Cpas.named("x").alphaAt(longer).xml();
      InvalidAgreement refused = catchThrowableOfType(InvalidAgreement.class, () -> read(document));
      assertThat(refused).isNotNull();
      assertThat(refused.findings().toString()).contains("more than 2000 bytes");
    }
  }

  @Test
  void refusesBusinessResponseOnSameExchange() {
    String request =
        Cpas.named("x")
            .acknowledgingInResponse()
            .xml()
            .replace("mshSignalsOnly", "signalsAndResponse")
            .replace("c:packageId=\"p\"", "");
    CpaReader.Compiled separate = CpaReader.read(request.getBytes(StandardCharsets.UTF_8));
    assertThat(separate.warnings().toString()).contains("message of its own");
    String nested =
        request.replace(
            "</c:CanSend>",
            "<c:CanReceive><c:ThisPartyActionBinding c:id=\"a\" c:action=\"answer\">"
                + "<c:ChannelId>A-reliable</c:ChannelId></c:ThisPartyActionBinding></c:CanReceive>"
                + "</c:CanSend>");
    InvalidAgreement refused = catchThrowableOfType(InvalidAgreement.class, () -> read(nested));
    assertThat(refused.findings().toString()).contains("business response", "A-reliable");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "||",
        "c:id=\"p\"|c:id=\"q\"|packageId names no Packaging: p",
        "\"multipart/related\"|\"multipart/mixed\"|only multipart/related",
        "\"text/xml\"|\"text/plain\"|the first part is the envelope",
        "c:idref=\"order\"|c:idref=\"invoice\"|names no part: invoice",
        "</c:CompositeList>|<c:Encapsulation c:id=\"e\""
            + " c:mimetype=\"application/pkcs7-mime\"/></c:CompositeList>|pkcs7-mime",
        "c:SimplePart c:id=\"order\"|c:SimplePart c:id=\"header\"|there twice"
      })
  void packagingIsRead(String from, String to, String message) {
    String packaging =
        """
        <c:SimplePart c:id="header" c:mimetype="text/xml"/>
        <c:SimplePart c:id="order" c:mimetype="application/xml"/>
        <c:Packaging c:id="p"><c:ProcessingCapabilities c:parse="true" c:generate="true"/>
        <c:CompositeList><c:Composite c:id="c" c:mimetype="multipart/related">
        <c:Constituent c:idref="header"/><c:Constituent c:idref="order"/></c:Composite>
        </c:CompositeList></c:Packaging>
        """;
    String changed = from == null ? packaging : packaging.replace(from, to);
    String document =
        Cpas.named("x")
            .xml()
            .replace(
                "</c:CollaborationProtocolAgreement>",
                changed + "</c:CollaborationProtocolAgreement>");
    if (from == null) {
      assertThat(read(document).cpaId()).isEqualTo("x");
      return;
    }
    assertThat(changed).isNotEqualTo(packaging);
    InvalidAgreement refused = catchThrowableOfType(InvalidAgreement.class, () -> read(document));
    assertThat(refused).isNotNull();
    assertThat(refused.findings().toString()).contains(message);
  }

  @Test
  void readsOrRefusesDamagedDocuments() {
    Random random = new Random(20261130);
    String good = Cpas.named("x").xml();
    String[] splinters = {"&", "<", ">", "]]>", "<![CDATA[", "<!--", "&#0;", "&u;", "\u0001", "\""};
    int refused = 0;
    for (int i = 0; i < 2_000; i++) {
      StringBuilder damaged = new StringBuilder(good);
      int at = random.nextInt(good.length());
      String splinter = splinters[random.nextInt(splinters.length)];
      damaged.replace(at, Math.min(at + random.nextInt(5), good.length()), splinter);
      damaged.setLength(random.nextInt(4) == 0 ? random.nextInt(good.length()) : damaged.length());
      try {
        read(damaged.toString());
      } catch (InvalidAgreement e) {
        refused++;
      } catch (RuntimeException e) {
        throw new AssertionError(damaged.toString(), e);
      }
    }
    assertThat(refused).isBetween(1_000, 1_999);
  }

  @Test
  void refusesEntitiesAndDeepDocuments() {
    String bomb =
        "<!DOCTYPE a [<!ENTITY b 'bbbbbbbbbb'><!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;'>]><a>&c;</a>";
    for (String document :
        List.of(bomb, "<a>".repeat(20_000), "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>", "")) {
      InvalidAgreement refused = catchThrowableOfType(InvalidAgreement.class, () -> read(document));
      assertThat(refused).isNotNull();
      assertThat(refused.findings()).hasSize(1);
    }
  }
}
