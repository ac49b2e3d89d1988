package org.reprise.ebms.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.ebms.Cpas;
import org.reprise.ebms.TestCa;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.Channel;
import org.reprise.ebms.agreement.ChannelSecurity;
import org.reprise.ebms.agreement.DigestAlgorithm;
import org.reprise.ebms.agreement.EncryptionAlgorithm;
import org.reprise.ebms.agreement.PartyCertificate;
import org.reprise.ebms.agreement.PartyInfo;
import org.reprise.ebms.agreement.PerMessage;
import org.reprise.ebms.agreement.Reliability;
import org.reprise.ebms.agreement.SignatureAlgorithm;
import org.reprise.ebms.agreement.SyncReplyMode;
import org.reprise.ebms.audit.ActionLog;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.envelope.EnvelopeWriter;
import org.reprise.ebms.envelope.PartyId;
import org.reprise.ebms.envelope.RefusedMessage;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.transaction.support.TransactionOperations;

/** Signing, verifying, encrypting and decrypting with the certificates of a party. */
class MessageSecurityTest {
  private static final TestCa CA = new TestCa("messages");
  private static final TestCa.Issued OURS = CA.issue(Cpas.BETA);
  private static final TestCa.Issued REVOKED = CA.issue(Cpas.ALPHA);
  private static final TestCa.Issued EXPIRED = CA.issueExpired(Cpas.ALPHA);

  @TempDir private Path directory;
  private MessageSecurity security;

  @BeforeEach
  void wire() throws IOException {
    SecuritySettings settings =
        new SecuritySettings(
            TestCa.keyStore(directory.resolve("keys"), OURS, REVOKED, EXPIRED),
            TestCa.PASSWORD,
            TestCa.trustStore(directory.resolve("trust"), CA.certificate()),
            TestCa.PASSWORD,
            null,
            List.of(
                Files.write(directory.resolve("list"), CA.revocationList(REVOKED.certificate()))),
            Duration.ofSeconds(1),
            true);
    // No mapping is stored, so nothing is asked of the database.
    JdbcClient database = JdbcClient.create(new SimpleDriverDataSource());
    Agreements agreements =
        new Agreements(
            database, TransactionOperations.withoutTransaction(), new ActionLog(database));
    security =
        new MessageSecurity(
            agreements,
            KeyRing.of(settings),
            Trust.of(settings),
            new Signatures(new EnvelopeReader()));
  }

  private static ChannelSecurity.Signing by(TestCa.Issued key) {
    return new ChannelSecurity.Signing(
        DigestAlgorithm.SHA512, SignatureAlgorithm.RSA_SHA256, key.certificate());
  }

  private static PartyInfo party(TestCa.Issued key, PartyCertificate.Use use) {
    return new PartyInfo(
        "party",
        List.of(new PartyId("urn:osb:oin", Cpas.ALPHA)),
        new Channel(
            "channel",
            SyncReplyMode.NONE,
            PerMessage.NEVER,
            PerMessage.NEVER,
            PerMessage.NEVER,
            URI.create("http://localhost/"),
            URI.create("http://localhost/"),
            Reliability.NONE,
            ChannelSecurity.NONE),
        List.of(),
        List.of(new PartyCertificate("one", key.certificate(), Set.of(use))));
  }

  private byte[] signed(TestCa.Issued key) throws IOException {
    byte[] envelope = EnvelopeWriter.write(SignaturesTest.message(0));
    return security.sign(envelope, List.of(), by(key));
  }

  private Signatures.Verified verify(TestCa.Issued signer, PartyInfo sender) throws IOException {
    return security.verify(signed(signer), "UTF-8", List.of(), sender);
  }

  @Test
  void acceptsTrustedCertificateOfTheAgreement() throws Exception {
    assertThat(verify(OURS, party(OURS, PartyCertificate.Use.SIGNING)).certificate())
        .isEqualTo(OURS.certificate());
  }

  @Test
  void refusesSignatureOfUntrustedCertificate() {
    assertThatThrownBy(() -> verify(REVOKED, party(REVOKED, PartyCertificate.Use.SIGNING)))
        .isInstanceOf(RefusedMessage.class)
        .hasMessageContaining("SecurityFailure", "was revoked");
    assertThatThrownBy(() -> verify(EXPIRED, party(EXPIRED, PartyCertificate.Use.SIGNING)))
        .isInstanceOf(RefusedMessage.class)
        .hasMessageContaining("has expired");
    assertThatThrownBy(() -> verify(OURS, party(OURS, PartyCertificate.Use.TLS_CLIENT)))
        .isInstanceOf(RefusedMessage.class)
        .hasMessageContaining("no certificate for signing");
    assertThatThrownBy(() -> verify(OURS, party(REVOKED, PartyCertificate.Use.SIGNING)))
        .isInstanceOf(RefusedMessage.class)
        .hasMessageContaining("not that of the agreement");
  }

  @Test
  void namesUnknownDecryptionKey() {
    assertThatThrownBy(() -> signed(CA.issue(Cpas.BETA)))
        .isInstanceOf(MissingKey.class)
        .hasMessageContaining(Cpas.BETA);
  }

  @Test
  void encryptsOnlyForTrustedCertificates() throws Exception {
    byte[] payload = {1, 2, 3};
    ChannelSecurity.Encryption how =
        new ChannelSecurity.Encryption(EncryptionAlgorithm.AES256_GCM, OURS.certificate());
    ByteArrayOutputStream encrypted = new ByteArrayOutputStream();
    security.encrypt("application/x-test", new ByteArrayInputStream(payload), encrypted, how);
    ByteArrayOutputStream decrypted = new ByteArrayOutputStream();
    assertThat(
            security.decrypt(
                "one",
                new ByteArrayInputStream(encrypted.toByteArray()),
                encrypted.size(),
                decrypted,
                how,
                100))
        .isEqualTo("application/x-test");
    assertThat(decrypted.toByteArray()).isEqualTo(payload);
    assertThatThrownBy(() ->
            security.encrypt(
                "x",
                new ByteArrayInputStream(payload),
                encrypted,
                new ChannelSecurity.Encryption(
                    EncryptionAlgorithm.AES256_GCM, REVOKED.certificate())))
        .isInstanceOf(CertificateException.class)
        .hasMessageContaining("was revoked");
  }
}
