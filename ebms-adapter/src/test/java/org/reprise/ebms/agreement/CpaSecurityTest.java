package org.reprise.ebms.agreement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.ebms.Cpas;
import org.reprise.ebms.TestCa;
import org.reprise.ebms.envelope.Severity;

/** What an agreement says about certificates, signatures and encryption. */
class CpaSecurityTest {
  private static final String RSA = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
  private static final String SHA = "http://www.w3.org/2001/04/xmlenc#sha256";
  private static final String AES = "http://www.w3.org/2009/xmlenc11#aes256-gcm";
  private static final TestCa CA = new TestCa("agreements");
  private static final TestCa.Issued ALPHA = CA.issue(Cpas.ALPHA);
  private static final TestCa.Issued BETA = CA.issue(Cpas.BETA);

  private static CpaReader.Compiled read(String document) {
    return CpaReader.read(document.getBytes(UTF_8));
  }

  private static Cpas encrypted() {
    return Cpas.named("x").encrypted(ALPHA.certificate(), BETA.certificate());
  }

  @Test
  void readsSecurityOfTheAgreement() {
    CpaReader.Compiled compiled = read(encrypted().xml());
    assertThat(compiled.warnings()).isEmpty();
    PartyInfo alpha = compiled.agreement().parties().get(0);
    ActionBinding order = alpha.bindings().getFirst();
    assertThat(order.signed()).isTrue();
    assertThat(order.receiptSigned()).isTrue();
    assertThat(order.encrypted()).isTrue();
    assertThat(order.channel().security())
        .isEqualTo(
            new ChannelSecurity(
                new ChannelSecurity.Signing(
                    DigestAlgorithm.SHA256, SignatureAlgorithm.RSA_SHA256, ALPHA.certificate()),
                new ChannelSecurity.Encryption(EncryptionAlgorithm.AES256_GCM, ALPHA.certificate()),
                ALPHA.certificate(),
                ALPHA.certificate()));
    assertThat(alpha.defaultChannel().security().signing()).isNotNull();
    assertThat(alpha.certificates()).hasSize(1);
    assertThat(alpha.certificates().getFirst().uses())
        .containsExactlyInAnyOrder(PartyCertificate.Use.values());
    assertThat(Oin.of(alpha.certificates().getFirst().certificate())).contains(Cpas.ALPHA);

    ActionBinding signedOnly =
        read(Cpas.named("x").signed(ALPHA.certificate(), BETA.certificate()).xml())
            .agreement()
            .parties()
            .get(0)
            .bindings()
            .getFirst();
    assertThat(signedOnly.encrypted()).as("transient is TLS").isFalse();
    ActionBinding plain =
        read(Cpas.named("x").xml()).agreement().parties().get(0).bindings().getFirst();
    assertThat(plain.signed() || plain.receiptSigned() || plain.encrypted()).isFalse();
    assertThat(plain.channel().security()).isEqualTo(ChannelSecurity.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "http://www.w3.org/2000/09/xmldsig#rsa-sha1, " + SHA + ", " + AES,
    "http://www.w3.org/2000/09/xmldsig#hmac-sha1, " + SHA + ", " + AES,
    "http://www.w3.org/2001/04/xmldsig-more#rsa-md5, " + SHA + ", " + AES,
    RSA + ", http://www.w3.org/2000/09/xmldsig#sha1, " + AES,
    RSA + ", MD5, " + AES,
    RSA + ", " + SHA + ", http://www.w3.org/2001/04/xmlenc#tripledes-cbc",
    RSA + ", " + SHA + ", http://www.w3.org/2001/04/xmlenc#aes256-cbc",
    RSA + ", " + SHA + ", http://www.w3.org/2001/04/xmlenc#rsa-1_5"
  })
  void weakAlgorithmsAreErrors(String signature, String hash, String encryption) {
    InvalidAgreement refused =
        catchThrowableOfType(
            InvalidAgreement.class,
            () -> read(encrypted().algorithms(signature, hash, encryption).xml()));
    assertThat(refused).isNotNull();
    assertThat(refused.findings())
        .allSatisfy(finding -> assertThat(finding.line()).isGreaterThan(10))
        .anySatisfy(finding -> assertThat(finding.message()).endsWith("is not allowed"));
  }

  @ParameterizedTest
  @CsvSource({
    "RSA-SHA512, SHA-512, AES128-GCM, RSA_SHA512, SHA512, AES128_GCM",
    "rsa-sha384, sha384, aes256-gcm, RSA_SHA384, SHA384, AES256_GCM"
  })
  void readsNamesOfAlgorithms(
      String signature,
      String hash,
      String encryption,
      SignatureAlgorithm algorithm,
      DigestAlgorithm digest,
      EncryptionAlgorithm cipher) {
    ChannelSecurity security =
        read(encrypted().algorithms(signature, hash, encryption).xml())
            .agreement()
            .parties()
            .get(1)
            .bindings()
            .getFirst()
            .channel()
            .security();
    assertThat(security.signing())
        .isEqualTo(new ChannelSecurity.Signing(digest, algorithm, BETA.certificate()));
    assertThat(security.encryption())
        .isEqualTo(new ChannelSecurity.Encryption(cipher, BETA.certificate()));
  }

  @Test
  void reportsContradictionsWithTheirLine() {
    error(
        encrypted().xml().replaceFirst("(<ds:X509Certificate>\\s*)[^<]*", "$1QUJD"),
        "is no certificate");
    error(
        encrypted()
            .xml()
            .replaceFirst(
                "SigningCertificateRef c:certId=\"A-", "SigningCertificateRef c:certId=\"Z-"),
        "names no usable Certificate");
    error(encrypted().xml().replace("\"true\"", "\"maybe\""), "is no boolean");
    error(encrypted().xml().replace("transient-and-persistent", "much"), "no known value");
    error(
        Cpas.named("x").signed(CA.issueEc(Cpas.ALPHA).certificate(), BETA.certificate()).xml(),
        "does not fit");
  }

  private static void error(String document, String message) {
    InvalidAgreement refused = catchThrowableOfType(InvalidAgreement.class, () -> read(document));
    assertThat(refused).isNotNull();
    assertThat(refused.findings())
        .anySatisfy(finding -> {
          assertThat(finding.message()).contains(message);
          assertThat(finding.line()).isGreaterThan(5);
          assertThat(finding.severity()).isEqualTo(Severity.ERROR);
        });
  }

  private static void assertWarning(String document, String message) {
    List<Finding> warnings = read(document).warnings();
    assertThat(warnings)
        .as(warnings.toString())
        .anySatisfy(warning -> {
          assertThat(warning.message()).contains(message);
          assertThat(warning.line()).isGreaterThan(5);
        });
  }

  @Test
  void warnsOfBindingsThatDiffer() {
    String signed = Cpas.named("x").signed(ALPHA.certificate(), BETA.certificate()).xml();
    assertThat(read(signed).warnings()).isEmpty();
    assertWarning(
        signed.replaceFirst("RepudiationRequired=\"true\"", "RepudiationRequired=\"false\""),
        "'order' differ");
    assertWarning(
        signed.replaceFirst("ReceiptRequired=\"true\"", "ReceiptRequired=\"false\""),
        "'order' differ");
    assertWarning(encrypted().xml().replaceFirst("-and-persistent", ""), "'order' differ");
    assertWarning(
        signed.replace(
            "c:id=\"A-order\" c:action=\"order\"", "c:id=\"A-order\" c:action=\"offer\""),
        "sends 'offer', which the other party does not receive");
  }

  @Test
  void warnsOfConfidentialMessagesWithoutTls() {
    assertWarning(
        encrypted().betaAt("http://beta.example/ebms").xml(), "B-reliable is without TLS");
    for (String safe :
        List.of("https://beta.example/ebms", "http://localhost:9", "http://[::1]:9")) {
      assertThat(read(encrypted().betaAt(safe).xml()).warnings()).as(safe).isEmpty();
    }
    assertThat(read(Cpas.named("x").betaAt("http://beta.example/ebms").xml()).warnings()).isEmpty();
  }

  @Test
  void warnsOfChannelsOfSingleSignals() {
    String override =
        "<c:OverrideMshActionBinding c:action=\"Acknowledgment\" c:channelId=\"A-%s\"/>"
            + "<c:CollaborationRole>";
    String document = Cpas.named("x").xml();
    assertWarning(
        document.replaceFirst("<c:CollaborationRole>", override.formatted("reliable")),
        "the default channel A-signals");
    assertThat(
            read(document.replaceFirst("<c:CollaborationRole>", override.formatted("signals")))
                .warnings())
        .isEmpty();
  }

  @Test
  void missingSecurityDetailsAreWarnings() {
    String asked =
        Cpas.named("x")
            .xml()
            .replace(
                "c:packageId=\"p\">\n",
                "c:packageId=\"p\"><c:BusinessTransactionCharacteristics"
                    + " c:isNonRepudiationRequired=\"1\" c:isConfidential=\"persistent\"/>\n");
    List<Finding> warnings = read(asked).warnings();
    assertThat(warnings)
        .extracting(Finding::message)
        .anySatisfy(message -> assertThat(message).contains("to be signed", "A-reliable"))
        .anySatisfy(message -> assertThat(message).contains("to be encrypted", "B-reliable"));
    assertThat(
            read(Cpas.named("x")
                    .signed(CA.issueExpired(Cpas.ALPHA).certificate(), BETA.certificate())
                    .xml())
                .warnings())
        .extracting(Finding::message)
        .anySatisfy(message -> assertThat(message).contains("the certificate ended"));
  }
}
