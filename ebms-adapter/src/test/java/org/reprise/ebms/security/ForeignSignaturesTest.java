package org.reprise.ebms.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.reprise.ebms.security.SignaturesTest.ALPHA;
import static org.reprise.ebms.security.SignaturesTest.EC;

import java.security.Signature;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.ebms.Cpas;
import org.reprise.ebms.Messages;
import org.reprise.ebms.TestCa;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.packaging.Octets;
import org.reprise.ebms.packaging.Payload;
import org.w3c.dom.Element;

/** Signatures of other implementations: good ones in all allowed forms, and what is not allowed. */
class ForeignSignaturesTest {
  private static final String EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
  private static final String INCLUSIVE = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
  private static final byte[] PAYLOAD = "<a>payload</a>".getBytes(UTF_8);
  private static final Signatures SIGNATURES = new Signatures(new EnvelopeReader());

  // RSA keys take long to make: once for all tests.
  private static final TestCa.Issued STRANGER = new TestCa("strangers").issue(Cpas.ALPHA);

  private static String message() {
    return Messages.envelope(
        Messages.header(Cpas.ALPHA, Cpas.BETA, "cpa", "orders", "order", "id@a.example", "")
            + "<e:SyncReply e:version=\"2.0\" S:mustUnderstand=\"1\""
            + " S:actor=\"http://schemas.xmlsoap.org/soap/actor/next\"/><!-- a comment -->",
        "<e:Manifest e:version=\"2.0\"><e:Reference xlink:href=\"cid:one\"/></e:Manifest>");
  }

  private static ForeignSigner signer() {
    return new ForeignSigner().payload("one", PAYLOAD);
  }

  private static Signatures.Verified verify(byte[] envelope) throws Exception {
    return SIGNATURES.verify(
        envelope,
        "UTF-8",
        List.of(new Payload("one", "", Octets.of(PAYLOAD))),
        List.of(ALPHA.certificate(), EC.certificate()));
  }

  private static void taken(byte[] envelope) throws Exception {
    Signatures.Verified verified = verify(envelope);
    assertThat(verified.envelope().content()).isInstanceOf(Content.Manifest.class);
    assertThat(verified.envelope().syncReply()).isTrue();
    assertThat(verified.references()).hasSize(2);
  }

  private static void refused(byte[] envelope, String why) {
    RefusedMessage refusal = catchThrowableOfType(RefusedMessage.class, () -> verify(envelope));
    assertThat(refusal).as(new String(envelope, UTF_8)).isNotNull();
    assertThat(refusal.error().code()).isEqualTo(ErrorCode.SECURITY_FAILURE.text());
    assertThat(refusal.error().description()).contains(why);
  }

  @Test
  void acceptsAllCanonicalizations() throws Exception {
    for (String info : List.of(INCLUSIVE, EXCLUSIVE, INCLUSIVE + "#WithComments")) {
      for (String last :
          List.of(INCLUSIVE, EXCLUSIVE, INCLUSIVE + "#WithComments", EXCLUSIVE + "WithComments")) {
        taken(signer().canonicalization(info, last).sign(message(), ALPHA));
      }
      taken(signer().canonicalization(info, null).sign(message(), ALPHA));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "not(ancestor-or-self::node()[@SOAP:actor='urn:oasis:names:tc:ebxml-msg:actor:nextMSH']|ancestor-or-self::node()[@SOAP:actor='http://schemas.xmlsoap.org/soap/actor/next'])",
        "not(ancestor-or-self::node()[@SOAP:actor=\"urn:oasis:names:tc:ebxml-msg:service:nextMSH\"]\n"
            + "   | ancestor-or-self::node()[@SOAP:actor=\"http://schemas.xmlsoap.org/soap/actor/next\"])",
        "not(ancestor-or-self::*[@SOAP:actor='http://schemas.xmlsoap.org/soap/actor/next'] or"
            + " ancestor-or-self::*[@SOAP:actor='urn:oasis:names:tc:ebxml-msg:actor:nextMSH'])",
        "not(ancestor-or-self::node()[@SOAP:actor='http://schemas.xmlsoap.org/soap/actor/next' or"
            + " @SOAP:actor='urn:oasis:names:tc:ebxml-msg:actor:nextMSH'])"
      })
  void acceptsEquivalentXPathFilters(String xpath) throws Exception {
    taken(signer().xpath(xpath).sign(message(), ALPHA));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "not(ancestor-or-self::SOAP:Body)",
        "true()",
        "not(ancestor-or-self::node()[@SOAP:actor='http://schemas.xmlsoap.org/soap/actor/next'])",
        "not(ancestor-or-self::node()[@other:actor='urn:oasis:names:tc:ebxml-msg:actor:nextMSH']|ancestor-or-self::node()[@SOAP:actor='http://schemas.xmlsoap.org/soap/actor/next'])",
        "not(ancestor-or-self::node()[@SOAP:actor='urn:oasis:names:tc:ebxml-msg:actor:toPartyMSH']|ancestor-or-self::node()[@SOAP:actor='http://schemas.xmlsoap.org/soap/actor/next'])"
      })
  void refusesOtherXPathFilters(String xpath) throws Exception {
    refused(signer().xpath(xpath).sign(message(), ALPHA), "XPath expression");
  }

  @Test
  void withoutFilterTheWholeEnvelopeIsSigned() throws Exception {
    byte[] signed = signer().xpath(null).sign(message(), ALPHA);
    taken(signed);
    refused(
        new String(signed, UTF_8)
            .replace("<e:SyncReply ", "<e:SyncReply xmlns:more=\"urn:more\" ")
            .getBytes(UTF_8),
        "envelope is not what was signed");
  }

  @Test
  void readsFilterOnlyWhereItIsSigned() throws Exception {
    String text = new String(signer().xpath(null).sign(message(), ALPHA), UTF_8);
    String filter =
        """
        <sig:RetrievalMethod URI="#x"><sig:Transforms>\
        <sig:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116">\
        <sig:XPath xmlns:SOAP="http://schemas.xmlsoap.org/soap/envelope/">not(ancestor-or-self::node()\
        [@SOAP:actor='urn:oasis:names:tc:ebxml-msg:actor:nextMSH']|ancestor-or-self::node()\
        [@SOAP:actor='http://schemas.xmlsoap.org/soap/actor/next'])</sig:XPath></sig:Transform>\
        </sig:Transforms></sig:RetrievalMethod>\
        """;
    assertThat(text).contains("<sig:KeyInfo>", "<e:SyncReply ");
    String withFilter = text.replace("<sig:KeyInfo>", "<sig:KeyInfo>" + filter);
    taken(withFilter.getBytes(UTF_8));
    refused(
        withFilter
            .replace("<e:SyncReply ", "<e:SyncReply xmlns:more=\"urn:more\" ")
            .getBytes(UTF_8),
        "envelope is not what was signed");
  }

  @Test
  void readsFilterOnlyOfXPathTransform() throws Exception {
    String filter =
        "<sig:XPath xmlns:SOAP=\"http://schemas.xmlsoap.org/soap/envelope/\">"
            + ForeignSigner.XPATH
            + "</sig:XPath>";
    String c14n = "<sig:Transform Algorithm=\"" + INCLUSIVE + "\"/>";
    String text = new String(signer().xpath(null).sign(message(), ALPHA), UTF_8);
    assertThat(text).contains(c14n);
    for (String inner :
        List.of(
            filter,
            "<sig:Transform Algorithm=\"http://www.w3.org/TR/1999/REC-xpath-19991116\">"
                + filter
                + "</sig:Transform>")) {
      taken(signedAgain(text.replace(c14n, c14n.replace("/>", ">") + inner + "</sig:Transform>")));
    }
    String filtered = new String(signer().sign(message(), ALPHA), UTF_8);
    refused(signedAgain(filtered.replace("sig:XPath", "sig:YPath")), "envelope is not");
  }

  private static byte[] signedAgain(String text) throws Exception {
    Element signedInfo =
        (Element)
            Dom.parse(text.getBytes(UTF_8), "UTF-8")
                .getElementsByTagNameNS("http://www.w3.org/2000/09/xmldsig#", "SignedInfo")
                .item(0);
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(ALPHA.key());
    signature.update(Dom.canonical(signedInfo, INCLUSIVE, null, text.length()));
    String value = Base64.getEncoder().encodeToString(signature.sign());
    return text.replaceFirst("(?s)<sig:SignatureValue>.*?<", "<sig:SignatureValue>" + value + "<")
        .getBytes(UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<sig:X509Data><sig:X509IssuerSerial><sig:X509IssuerName>CN=a</sig:X509IssuerName>"
            + "<sig:X509SerialNumber> 1 </sig:X509SerialNumber></sig:X509IssuerSerial></sig:X509Data>",
        "<sig:X509Data><sig:X509SubjectName/></sig:X509Data>",
        "<sig:KeyValue><d:ECKeyValue xmlns:d=\"http://www.w3.org/2009/xmldsig11#\"><d:NamedCurve"
            + " URI=\"urn:oid:1.3.36.3.3.2.8.1.1.7\"/><d:PublicKey>BAEB</d:PublicKey></d:ECKeyValue>"
            + "</sig:KeyValue>",
        "<sig:X509Data><sig:X509Certificate>AAAA</sig:X509Certificate></sig:X509Data>",
        "<sig:X509Data><sig:X509CRL>AAAA</sig:X509CRL></sig:X509Data>"
      })
  void acceptsKeyInfoThatJdkCannotRead(String part) throws Exception {
    String text = new String(signer().sign(message(), ALPHA), UTF_8);
    taken(text.replace("<sig:KeyInfo>", "<sig:KeyInfo>" + part).getBytes(UTF_8));
  }

  @Test
  void acceptsEmptyKeyInfoAndRefusesCertificateThatIsNotBase64() throws Exception {
    String text = new String(signer().sign(message(), ALPHA), UTF_8);
    String keyInfo = "(?s)<sig:KeyInfo>.*</sig:KeyInfo>";
    taken(text.replaceFirst(keyInfo, "<sig:KeyInfo/>").getBytes(UTF_8));
    refused(
        text.replaceFirst("<sig:X509Certificate>(?s).*?<", "<sig:X509Certificate>A<")
            .getBytes(UTF_8),
        "KeyInfo cannot be read");
  }

  // Almost the longest text that an envelope may have. A parser would reject the "x".
  @Test
  void ignoresLongSerialNumbers() throws Exception {
    String text = new String(signer().sign(message(), ALPHA), UTF_8);
    String data =
        "<sig:X509Data><sig:X509IssuerSerial><sig:X509IssuerName>CN=a</sig:X509IssuerName>"
            + "<sig:X509SerialNumber>"
            + "9".repeat(16_000)
            + "x</sig:X509SerialNumber></sig:X509IssuerSerial></sig:X509Data>";
    taken(text.replace("<sig:KeyInfo>", "<sig:KeyInfo>" + data).getBytes(UTF_8));
    for (String name : List.of("KeyInfo", "Object")) {
      String more = "<sig:%1$s>%2$s</sig:%1$s></sig:Signature>".formatted(name, data);
      refused(text.replace("</sig:Signature>", more).getBytes(UTF_8), "no ds:Object");
    }
  }

  @Test
  void acceptsMissingKeyInfoAndRefusesForeignKeyInfo() throws Exception {
    taken(signer().showingNothing().sign(message(), ALPHA));
    taken(
        signer()
            .showingNothing()
            .method("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256")
            .sign(message(), EC));
    refused(signer().showing(STRANGER.certificate()).sign(message(), ALPHA), "KeyInfo");
    refused(signer().sign(message(), STRANGER.key(), STRANGER.certificate()), "KeyInfo");
    refused(
        signer()
            .showing(ALPHA.certificate())
            .sign(message(), STRANGER.key(), STRANGER.certificate()),
        "SignatureValue");
    refused(
        signer().showingNothing().sign(message(), STRANGER.key(), STRANGER.certificate()),
        "SignatureValue");
  }

  @Test
  void refusesWeakAlgorithms() throws Exception {
    refused(
        signer().method("http://www.w3.org/2000/09/xmldsig#rsa-sha1").sign(message(), ALPHA),
        "SignatureMethod");
    refused(
        signer().digest("http://www.w3.org/2000/09/xmldsig#sha1").sign(message(), ALPHA),
        "DigestMethod");
    byte[] publicKey = ALPHA.certificate().getPublicKey().getEncoded();
    refused(
        signer()
            .method("http://www.w3.org/2001/04/xmldsig-more#hmac-sha256")
            .sign(message(), new SecretKeySpec(publicKey, "HmacSHA256"), ALPHA.certificate()),
        "SignatureMethod");
    refused(
        signer()
            .method("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256")
            .showing(ALPHA.certificate())
            .sign(message(), EC),
        "does not fit");
  }

  @Test
  void refusesReferencesOutsideTheMessage() throws Exception {
    for (String uri : List.of("http://127.0.0.1:9/x", "file:///etc/passwd", "mid:x")) {
      refused(
          signer().leavingOut("one").alsoSigning(uri).sign(message(), ALPHA), "not '" + uri + "'");
    }
    refused(signer().alsoSigning("cid:two").sign(message(), ALPHA), "references");
    refused(signer().leavingOut("one").alsoSigning("cid:two").sign(message(), ALPHA), "Content-ID");
    refused(signer().leavingOut("one").sign(message(), ALPHA), "not covered");
    refused(signer().leavingOut("one").alsoSigning("").sign(message(), ALPHA), "enveloped");
    refused(signer().withObject().sign(message(), ALPHA), "no ds:Object");
  }

  @Test
  void refusesOtherTransformsBeforeRunningThem() throws Exception {
    byte[] good = signer().sign(message(), ALPHA);
    String text = new String(good, UTF_8);
    String c14n = "<sig:Transform Algorithm=\"" + INCLUSIVE + "\"/>";
    assertThat(text).contains(c14n);
    Map<String, String> wrong =
        Map.of(
            "http://www.w3.org/TR/1999/REC-xslt-19991116", "Transform",
            "http://www.w3.org/2000/09/xmldsig#base64", "Transform",
            "http://www.w3.org/2002/06/xmldsig-filter2", "Transform",
            "http://www.w3.org/2000/09/xmldsig#enveloped-signature", "transforms");
    wrong.forEach((algorithm, why) ->
        refused(
            text.replace(c14n, "<sig:Transform Algorithm=\"" + algorithm + "\"/>").getBytes(UTF_8),
            why));
    refused(text.replace(c14n, c14n.repeat(40)).getBytes(UTF_8), "transforms");
    refused(
        text.replace("</sig:XPath>", "</sig:XPath><sig:XPath>true()</sig:XPath>").getBytes(UTF_8),
        "one expression");
    refused(
        text.replaceFirst("(?s)<sig:XPath[^>]*>.*?</sig:XPath>", "").getBytes(UTF_8),
        "a Transform or KeyInfo cannot be read");
    refused(
        text.replace(
                "<sig:Reference URI=\"cid:one\">",
                "<sig:Reference URI=\"cid:one\"><sig:Transforms>" + c14n + "</sig:Transforms>")
            .getBytes(UTF_8),
        "Payloads");
    // The schema has no ds:Transforms without a ds:Transform (XML Signature, section 4.4.3.4).
    refused(
        text.replace(
                "<sig:Reference URI=\"cid:one\">",
                "<sig:Reference URI=\"cid:one\"><sig:Transforms/>")
            .getBytes(UTF_8),
        "a Transform or KeyInfo cannot be read");
    refused(
        text.replace(
                "<sig:Reference URI=\"\">",
                "<sig:Reference URI=\"\" Type=\"http://www.w3.org/2000/09/xmldsig#Manifest\">")
            .getBytes(UTF_8),
        "Type");
  }

  // ebMS 2.0, section 4.1.3: it is informative, and both with and without it must be taken.
  @Test
  void acceptsTypeOfEnvelope() throws Exception {
    String text = new String(signer().sign(message(), ALPHA), UTF_8);
    String typed =
        text.replace(
            "<sig:Reference URI=\"\">",
            "<sig:Reference Type=\"http://www.w3.org/2000/09/xmldsig#Object\" URI=\"\">");
    assertThat(typed).isNotEqualTo(text);
    taken(signedAgain(typed));
  }

  @Test
  void commentsDoNotChangeTheSignedText() throws Exception {
    byte[] good = signer().sign(message(), ALPHA);
    byte[] commented =
        new String(good, UTF_8).replace(">order<", ">or<!-- not this -->der<").getBytes(UTF_8);
    assertThat(verify(commented).envelope().header()).isEqualTo(verify(good).envelope().header());
  }
}
