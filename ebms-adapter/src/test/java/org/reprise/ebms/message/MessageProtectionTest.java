package org.reprise.ebms.message;

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
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.ebms.Cpas;
import org.reprise.ebms.TestCa;
import org.reprise.ebms.agreement.ActionBinding;
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
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.envelope.EnvelopeWriter;
import org.reprise.ebms.envelope.MessageData;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.Party;
import org.reprise.ebms.envelope.PartyId;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.envelope.Service;
import org.reprise.ebms.packaging.Octets;
import org.reprise.ebms.packaging.Payload;
import org.reprise.ebms.security.KeyRing;
import org.reprise.ebms.security.MissingKey;
import org.reprise.ebms.security.SecuritySettings;
import org.reprise.ebms.security.Signatures;
import org.reprise.ebms.security.Trust;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.ErrorResponseException;

/** Signing, verifying, encrypting and decrypting with the certificates of a party. */
class MessageProtectionTest {
  private static final TestCa CA = new TestCa("messages");
  private static final TestCa.Issued OURS = CA.issue(Cpas.BETA);
  private static final TestCa.Issued REVOKED = CA.issue(Cpas.ALPHA);
  private static final TestCa.Issued EXPIRED = CA.issueExpired(Cpas.ALPHA);

  private static final byte[] MESSAGE =
      EnvelopeWriter.write(
          Envelope.of(
              new MessageHeader(
                  new Party(List.of(new PartyId("urn:osb:oin", Cpas.ALPHA)), null),
                  new Party(List.of(new PartyId("urn:osb:oin", Cpas.BETA)), null),
                  "cpa",
                  "talk",
                  Service.SIGNALS,
                  "Ping",
                  new MessageData("id@a.example", Instant.EPOCH, null, null),
                  false),
              new Content.Empty()));

  @TempDir private Path directory;
  private SecuritySettings settings;
  private MessageProtection security;

  @BeforeEach
  void wire() throws IOException {
    settings =
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
    security = protection(directory);
  }

  private MessageProtection protection(Path spools) {
    // No mapping is stored, so nothing is asked of the database.
    JdbcClient database = JdbcClient.create(new SimpleDriverDataSource());
    Agreements agreements =
        new Agreements(
            database, TransactionOperations.withoutTransaction(), new ActionLog(database));
    return new MessageProtection(
        agreements,
        new KeyRing(settings),
        new Trust(settings),
        new Signatures(new EnvelopeReader()),
        spools,
        100);
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
    return security.sign(MESSAGE, List.of(), by(key));
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
                new Payload("one", "", Octets.of(encrypted.toByteArray())), decrypted, how))
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

  @Test
  void answers503WhileDiskIsFull() {
    Channel channel =
        new Channel(
            "channel",
            SyncReplyMode.NONE,
            PerMessage.NEVER,
            PerMessage.NEVER,
            PerMessage.NEVER,
            URI.create("http://localhost/"),
            URI.create("http://localhost/"),
            Reliability.NONE,
            new ChannelSecurity(
                null,
                new ChannelSecurity.Encryption(EncryptionAlgorithm.AES256_GCM, OURS.certificate()),
                null,
                null));
    ActionBinding binding =
        new ActionBinding(
            true, "role", Service.SIGNALS, "action", channel, false, false, true, false);
    Payload payload = new Payload("one", "", Octets.of(new byte[100_000]));
    Envelope envelope = new EnvelopeReader().read(new ByteArrayInputStream(MESSAGE), "UTF-8");
    assertThatThrownBy(() ->
            protection(directory.resolve("missing"))
                .signAndEncrypt(
                    envelope,
                    List.of(new PayloadTable.New(payload, null, false)),
                    binding,
                    binding))
        .isInstanceOf(ErrorResponseException.class)
        .hasMessageContaining("503", "no room for the message on disk");
  }
}
