package org.reprise.ebms.message;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.ActionBinding;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.ChannelSecurity;
import org.reprise.ebms.agreement.PartyCertificate;
import org.reprise.ebms.agreement.PartyInfo;
import org.reprise.ebms.agreement.UnusableAgreement;
import org.reprise.ebms.envelope.Acknowledgment;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeWriter;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.envelope.SignedReference;
import org.reprise.ebms.packaging.Body;
import org.reprise.ebms.packaging.MemoryBudget;
import org.reprise.ebms.packaging.Packaged;
import org.reprise.ebms.packaging.Payload;
import org.reprise.ebms.packaging.Spool;
import org.reprise.ebms.security.Decryption;
import org.reprise.ebms.security.Encryption;
import org.reprise.ebms.security.KeyRing;
import org.reprise.ebms.security.MissingKey;
import org.reprise.ebms.security.RevocationUnknown;
import org.reprise.ebms.security.Signatures;
import org.reprise.ebms.security.Trust;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.ErrorResponseException;

/**
 * Signs and encrypts messages as the agreement wants it: the clear payloads are signed, then they
 * are encrypted. Received messages are decrypted, then verified. Uses our keys, and the
 * certificates that the agreement names or those that replaced them. Rejects a partner's
 * certificate that is not trusted.
 */
public final class MessageProtection {
  private static final Logger LOG = LoggerFactory.getLogger(MessageProtection.class);
  private static final String SIGNATURE = "/soap:Envelope/soap:Header/ds:Signature";

  private final Agreements agreements;
  private final KeyRing keys;
  private final Trust trust;
  private final Signatures signatures;
  private final Path spools;
  private final long largestPayload;

  /** Takes a directory for large payloads, and how many bytes one may have after decryption. */
  public MessageProtection(
      Agreements agreements,
      KeyRing keys,
      Trust trust,
      Signatures signatures,
      Path spools,
      long largestPayload) {
    this.agreements = agreements;
    this.keys = keys;
    this.trust = trust;
    this.signatures = signatures;
    this.spools = spools;
    this.largestPayload = largestPayload;
  }

  /** A message as it goes over the wire. Holds a file with encrypted payloads: close it. */
  @SuppressWarnings("ArrayRecordComponent") // made once, passed on, never changed
  record SecuredMessage(byte[] document, List<PayloadTable.New> parts, Spool spool)
      implements AutoCloseable {
    Body body() {
      return Body.of(document, parts.stream().map(PayloadTable.New::payload).toList());
    }

    @Override
    public void close() {
      spool.close();
    }
  }

  /**
   * Signs and encrypts what is to be sent.
   *
   * @throws UnusableAgreement where we cannot do what the agreement wants
   * @throws ErrorResponseException 503 where the receiver's certificate cannot be checked now, or
   *     the disk does not take the payloads
   */
  SecuredMessage signAndEncrypt(
      Envelope envelope, List<PayloadTable.New> parts, ActionBinding sends, ActionBinding receives)
      throws IOException {
    byte[] document = EnvelopeWriter.write(envelope);
    try {
      if (sends.signed()) {
        ChannelSecurity.Signing how = sends.channel().security().signing();
        if (how == null) {
          throw new UnusableAgreement(
              "The agreement wants the message to be signed, and does not say how.");
        }
        document = sign(document, parts.stream().map(PayloadTable.New::payload).toList(), how);
      }
      return receives.encrypted()
          ? encrypted(document, parts, receives.channel().security().encryption())
          : new SecuredMessage(document, parts, new Spool(spools));
    } catch (RefusedMessage e) {
      throw MessageView.later(String.valueOf(e.error().description()));
    } catch (RevocationUnknown e) {
      throw MessageView.later(String.valueOf(e.getMessage()));
    } catch (CertificateException | MissingKey e) {
      throw new UnusableAgreement(String.valueOf(e.getMessage()));
    }
  }

  /** Signs with our key; throws MissingKey if the key store lacks it, or a mapped one is no use. */
  byte[] sign(byte[] document, List<Payload> parts, ChannelSecurity.Signing how)
      throws IOException {
    return signatures.sign(document, parts, key(how.certificate()), how);
  }

  private KeyStore.PrivateKeyEntry key(X509Certificate agreed) {
    KeyStore.PrivateKeyEntry key = keys.get(agreements.mapped(agreed));
    if (!key.getPrivateKey().getAlgorithm().equals(agreed.getPublicKey().getAlgorithm())) {
      throw new MissingKey(agreed); // the agreement's algorithms are for the other kind
    }
    return key;
  }

  private SecuredMessage encrypted(
      byte[] document, List<PayloadTable.New> parts, ChannelSecurity.@Nullable Encryption how)
      throws IOException, CertificateException {
    if (how == null) {
      throw new UnusableAgreement(
          "The agreement wants the payloads to be encrypted, and does not say for whom.");
    }
    Spool spool = new Spool(spools);
    List<PayloadTable.New> encrypted = new ArrayList<>();
    try {
      for (PayloadTable.New part : parts) {
        encrypted.add(new PayloadTable.New(encrypt(part.payload(), spool, how), part.role(), true));
      }
      return new SecuredMessage(document, encrypted, spool);
    } catch (Throwable e) {
      spool.close();
      throw e;
    }
  }

  private Payload encrypt(Payload clear, Spool spool, ChannelSecurity.Encryption how)
      throws IOException, CertificateException {
    Spool.Writer out = spool.writer();
    try (InputStream in = clear.content().open()) {
      encrypt(clear.contentType(), in, out, how);
      return new Payload(clear.contentId(), Encryption.CONTENT_TYPE, out.octets());
    }
  }

  /** Encrypts for a receiver whose certificate is trusted now; {@link Trust#check} says why not. */
  void encrypt(String contentType, InputStream in, OutputStream out, ChannelSecurity.Encryption how)
      throws IOException, CertificateException {
    X509Certificate receiver = agreements.mapped(how.certificate());
    trust.check(receiver);
    Encryption.encrypt(contentType, in, out, receiver, how.algorithm());
  }

  /**
   * A message that was received, as its sender meant it. Holds a file: close it.
   *
   * @param message with clear payloads, and of its envelope what the signature covers
   * @param references what the signature says was signed; empty where the agreement wants none
   * @param decrypted whether the payloads are copies of what was received
   */
  public record ClearMessage(Packaged message, List<SignedReference> references, boolean decrypted)
      implements AutoCloseable {
    public ClearMessage {
      references = List.copyOf(references);
    }

    /** Lets go of decrypted payloads; what was received stays its owner's to close. */
    @Override
    public void close() {
      if (decrypted) {
        message.spool().close();
      }
    }
  }

  /**
   * Decrypts and verifies what was received, as far as the agreement wants it.
   *
   * @throws RefusedMessage SecurityFailure; 503 where others hold too much memory
   */
  public ClearMessage decryptAndVerify(
      Packaged received, PartyInfo sender, ActionBinding sends, ActionBinding receives)
      throws IOException {
    Packaged clear = receives.encrypted() ? decrypted(received, receives) : received;
    try {
      return sends.signed()
          ? verified(clear, sender, receives.encrypted())
          : new ClearMessage(clear, List.of(), receives.encrypted());
    } catch (Throwable e) {
      if (receives.encrypted()) {
        clear.spool().close();
      }
      throw e;
    }
  }

  private Packaged decrypted(Packaged received, ActionBinding receives) throws IOException {
    ChannelSecurity.Encryption how = receives.channel().security().encryption();
    if (how == null) {
      throw failure("/", "The agreement does not say how payloads are encrypted");
    }
    List<Payload> clear = new ArrayList<>();
    Spool spool = new Spool(spools);
    try {
      for (Payload payload : received.payloads()) {
        clear.add(decrypt(payload, received.memory(), spool, how));
      }
      return received.with(clear, spool);
    } catch (Throwable e) {
      spool.close();
      throw e;
    }
  }

  private Payload decrypt(
      Payload payload, MemoryBudget.Share memory, Spool spool, ChannelSecurity.Encryption how)
      throws IOException {
    Spool.Writer out = spool.writer();
    try (MemoryBudget.Share _ = memory.takeMore(Decryption.memory(payload.content().size()))) {
      String contentType = decrypt(payload, out, how);
      return new Payload(payload.contentId(), contentType, out.octets());
    }
  }

  /** Decrypts with our key, as {@link Decryption#decrypt}; refuses with 503 where it is missing. */
  String decrypt(Payload payload, OutputStream out, ChannelSecurity.Encryption how)
      throws IOException {
    try (InputStream in = payload.content().open()) {
      PrivateKey key = key(how.certificate()).getPrivateKey();
      return Decryption.decrypt(
          payload.contentId(), in, payload.content().size(), out, key, largestPayload);
    } catch (MissingKey e) {
      LOG.error("A payload cannot be decrypted. {}", e.getMessage());
      throw RefusedMessage.later("The payload cannot be decrypted here now; send it again");
    }
  }

  private ClearMessage verified(Packaged clear, PartyInfo sender, boolean decrypted)
      throws IOException {
    Signatures.Verified verified = verify(clear, sender);
    MessageHeader header = clear.envelope().header();
    if (header == null || !header.equals(verified.envelope().header())) {
      throw failure(
          "/soap:Envelope/soap:Header/eb:MessageHeader",
          "The MessageHeader is not the one that was signed");
    }
    return new ClearMessage(clear.with(verified.envelope()), verified.references(), decrypted);
  }

  private Signatures.Verified verify(Packaged clear, PartyInfo sender) throws IOException {
    if (clear.payloads().stream().anyMatch(payload -> payload.contentId().isEmpty())) {
      throw failure("/", "A payload has no Content-ID, so no signature covers it");
    }
    return verify(clear.document(), clear.encoding(), clear.payloads(), sender);
  }

  /** Verifies a signature by any certificate that the agreement has for the sender's signatures. */
  Signatures.Verified verify(
      byte[] document, @Nullable String encoding, List<Payload> parts, PartyInfo sender)
      throws IOException {
    Set<X509Certificate> allowed = new LinkedHashSet<>();
    for (PartyCertificate one : sender.certificates()) {
      if (one.uses().contains(PartyCertificate.Use.SIGNING)) {
        allowed.add(agreements.mapped(one.certificate()));
      }
    }
    Signatures.Verified verified = signatures.verify(document, encoding, parts, allowed);
    try {
      trust.check(verified.certificate());
    } catch (RevocationUnknown e) {
      throw e.refusal();
    } catch (CertificateException e) {
      throw failure(SIGNATURE, "Not trusted: " + e.getMessage());
    }
    return verified;
  }

  /** Writes an acknowledgment, signed if it says how; throws RefusedMessage, 503, without a key. */
  byte[] acknowledgment(Envelope envelope, ChannelSecurity.@Nullable Signing how)
      throws IOException {
    byte[] document = EnvelopeWriter.write(envelope);
    try {
      return how == null ? document : sign(document, List.of(), how);
    } catch (MissingKey e) {
      LOG.error("An acknowledgment cannot be signed: {}", e.getMessage());
      throw RefusedMessage.later(
          "The acknowledgment that is asked for cannot be signed here now; send it again");
    }
  }

  /** Checks that a signed acknowledgment is its sender's and about the sent envelope. */
  void checkReceipt(Packaged answer, PartyInfo sender, String messageId, byte[] sent)
      throws IOException {
    Envelope signed = verify(answer, sender).envelope();
    Acknowledgment acknowledgment = signed.acknowledgment();
    // Only an acknowledgment that the signature covers counts, and only with its own header.
    if (acknowledgment == null
        || !acknowledgment.forSender()
        || !acknowledgment.refToMessageId().equals(messageId)
        || !Objects.equals(signed.header(), answer.envelope().header())) {
      throw failure(SIGNATURE, "The acknowledgment is not what was signed");
    }
    List<SignedReference> references = signatures.references(sent);
    if (!references.isEmpty() && !acknowledgment.isAbout(references)) {
      throw failure(SIGNATURE, "The acknowledgment is about something else than what was sent");
    }
  }

  private static RefusedMessage failure(String location, String description) {
    return ErrorCode.SECURITY_FAILURE.refusal(location, description);
  }
}
