package org.reprise.ebms.message;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.ActionBinding;
import org.reprise.ebms.agreement.ChannelSecurity;
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
import org.reprise.ebms.packaging.Spooled;
import org.reprise.ebms.security.Decryption;
import org.reprise.ebms.security.Encryption;
import org.reprise.ebms.security.MessageSecurity;
import org.reprise.ebms.security.MissingKey;
import org.reprise.ebms.security.RevocationUnknown;
import org.reprise.ebms.security.Signatures;
import org.reprise.ebms.security.SignedPart;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.ErrorResponseException;

/**
 * Signs and encrypts messages as the agreement wants it: the clear payloads are signed, then they
 * are encrypted. Received messages are decrypted, then verified.
 */
public final class MessageProtection {
  private static final Logger LOG = LoggerFactory.getLogger(MessageProtection.class);
  private static final String SIGNATURE = "/soap:Envelope/soap:Header/ds:Signature";

  private final MessageSecurity security;
  private final Path spools;
  private final long largestPayload;

  /**
   * Wired by the service.
   *
   * @param spools a directory for payloads that are too large for memory
   * @param largestPayload bytes of a payload after decryption
   */
  public MessageProtection(MessageSecurity security, Path spools, long largestPayload) {
    this.security = security;
    this.spools = spools;
    this.largestPayload = largestPayload;
  }

  /**
   * A message as it goes over the wire. Holds a file: close it.
   *
   * @param spool what the payloads are read from, where they were encrypted
   */
  @SuppressWarnings("ArrayRecordComponent") // made once, passed on, never changed
  record SecuredMessage(byte[] document, List<PayloadTable.New> parts, Spool spool)
      implements AutoCloseable {
    Body body() {
      return Body.of(document, parts.stream().map(PayloadTable.New::part).toList());
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
   * @throws ErrorResponseException 503 where the receiver's certificate cannot be checked now
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
        List<SignedPart> signed =
            parts.stream().map(part -> new SignedPart(part.contentId(), part.content())).toList();
        document = security.sign(document, signed, how);
      }
      return receives.encrypted()
          ? encrypted(document, parts, receives.channel().security().encryption())
          : new SecuredMessage(document, parts, new Spool(spools));
    } catch (RevocationUnknown e) {
      throw MessageView.later(String.valueOf(e.getMessage()));
    } catch (CertificateException | MissingKey e) {
      throw new UnusableAgreement(String.valueOf(e.getMessage()));
    }
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
        Spooled content = encrypt(part, spool, how);
        encrypted.add(
            new PayloadTable.New(
                part.contentId(),
                Encryption.CONTENT_TYPE,
                part.role(),
                content.size(),
                true,
                content::open));
      }
      return new SecuredMessage(document, encrypted, spool);
    } catch (Throwable e) {
      spool.close();
      throw e;
    }
  }

  private Spooled encrypt(PayloadTable.New part, Spool spool, ChannelSecurity.Encryption how)
      throws IOException, CertificateException {
    Spool.Writer out = spool.writer();
    try (InputStream in = part.content().getInputStream()) {
      security.encrypt(part.contentType(), in, out, how);
      return out.spooled();
    }
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
    long length = payload.content().size();
    Spool.Writer out = spool.writer();
    try (MemoryBudget.Share _ = memory.takeMore(Decryption.memory(length));
        InputStream in = payload.content().open()) {
      String contentType =
          security.decrypt(payload.contentId(), in, length, out, how, largestPayload);
      return new Payload(payload.contentId(), contentType, out.spooled());
    }
  }

  private ClearMessage verified(Packaged clear, PartyInfo sender, boolean decrypted)
      throws IOException {
    var verified = verify(clear, sender);
    MessageHeader header = clear.envelope().header();
    if (header == null || !header.equals(verified.envelope().header())) {
      throw failure(
          "/soap:Envelope/soap:Header/eb:MessageHeader",
          "The MessageHeader is not the one that was signed");
    }
    return new ClearMessage(clear.with(verified.envelope()), verified.references(), decrypted);
  }

  private Signatures.Verified verify(Packaged clear, PartyInfo sender) throws IOException {
    List<SignedPart> parts = new ArrayList<>();
    for (Payload payload : clear.payloads()) {
      if (payload.contentId().isEmpty()) {
        throw failure("/", "A payload has no Content-ID, so no signature covers it");
      }
      parts.add(new SignedPart(payload.contentId(), payload.content()::open));
    }
    return security.verify(clear.document(), clear.encoding(), parts, sender);
  }

  /**
   * Writes an acknowledgment of ours.
   *
   * @param how null where it is not signed
   * @throws RefusedMessage 503 where we have no key for it
   */
  byte[] acknowledgment(Envelope envelope, ChannelSecurity.@Nullable Signing how)
      throws IOException {
    byte[] document = EnvelopeWriter.write(envelope);
    try {
      return how == null ? document : security.sign(document, List.of(), how);
    } catch (MissingKey e) {
      LOG.error("An acknowledgment cannot be signed: {}", e.getMessage());
      throw RefusedMessage.later(
          "The acknowledgment that is asked for cannot be signed here now; send it again");
    }
  }

  /**
   * Checks that a signed acknowledgment is its sender's and about what was sent.
   *
   * @param sent the envelope that it acknowledges, as it went over the wire
   * @throws RefusedMessage SecurityFailure
   */
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
    List<SignedReference> references = security.references(sent);
    if (!references.isEmpty() && !acknowledgment.isAbout(references)) {
      throw failure(SIGNATURE, "The acknowledgment is about something else than what was sent");
    }
  }

  private static RefusedMessage failure(String location, String description) {
    return ErrorCode.SECURITY_FAILURE.refusal(location, description);
  }
}
