package org.reprise.ebms.security;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.ChannelSecurity;
import org.reprise.ebms.agreement.PartyCertificate;
import org.reprise.ebms.agreement.PartyInfo;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.envelope.SignedReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Signs, verifies, encrypts and decrypts as agreements say: with the certificates that they name,
 * or those that replaced them; with our keys; and only while a certificate is trusted.
 */
@Component
public final class MessageSecurity {
  private static final Logger LOG = LoggerFactory.getLogger(MessageSecurity.class);

  private final Agreements agreements;
  private final KeyRing keys;
  private final Trust trust;
  private final Signatures signatures;

  public MessageSecurity(Agreements agreements, KeyRing keys, Trust trust, Signatures signatures) {
    this.agreements = agreements;
    this.keys = keys;
    this.trust = trust;
    this.signatures = signatures;
  }

  /**
   * Signs a message that is to be sent.
   *
   * @param parts all payloads, in their order, before encryption
   * @throws MissingKey where the key is not ours
   * @throws IOException where a payload cannot be read
   */
  public byte[] sign(byte[] envelope, List<SignedPart> parts, ChannelSecurity.Signing how)
      throws IOException {
    return signatures.sign(envelope, parts, key(how.certificate()), how);
  }

  private SigningKey key(X509Certificate agreed) {
    X509Certificate used = agreements.mapped(agreed);
    return keys.find(used).orElseThrow(() -> new MissingKey(used));
  }

  /**
   * Verifies the signature of a message.
   *
   * @param encoding as the packaging names it; null where it does not
   * @param sender who must have signed: any certificate that its agreement has for signing is taken
   * @throws RefusedMessage SecurityFailure; 503 where it cannot be judged now
   * @throws IOException where a payload cannot be read
   */
  public Signatures.Verified verify(
      byte[] envelope, @Nullable String encoding, List<SignedPart> parts, PartyInfo sender)
      throws IOException {
    Set<X509Certificate> allowed = new LinkedHashSet<>();
    for (PartyCertificate one : sender.certificates()) {
      if (one.uses().contains(PartyCertificate.Use.SIGNING)) {
        allowed.add(agreements.mapped(one.certificate()));
      }
    }
    Signatures.Verified verified = signatures.verify(envelope, encoding, parts, allowed);
    checkTrusted(verified.certificate());
    return verified;
  }

  /**
   * The references in the signature of a sent message, which a signed acknowledgment must repeat.
   *
   * @return empty where the message was not signed
   */
  public List<SignedReference> references(byte[] envelope) {
    return signatures.references(envelope);
  }

  /**
   * Encrypts a payload for its receiver, after the message was signed ({@link Encryption#encrypt}).
   *
   * @throws CertificateException where the receiver's certificate is not trusted (any more); {@link
   *     RevocationUnknown} where that cannot be determined now
   */
  public void encrypt(
      String contentType, InputStream in, OutputStream out, ChannelSecurity.Encryption how)
      throws IOException, CertificateException {
    X509Certificate receiver = agreements.mapped(how.certificate());
    trust.check(receiver);
    Encryption.encrypt(contentType, in, out, receiver, how.algorithm());
  }

  /**
   * Decrypts a payload for us, before the message's signature is verified ({@link
   * Decryption#decrypt}).
   *
   * @throws RefusedMessage 503 where we have no such key, too
   */
  public String decrypt(
      String contentId,
      InputStream in,
      long length,
      OutputStream out,
      ChannelSecurity.Encryption how,
      long max)
      throws IOException {
    SigningKey key;
    try {
      key = key(how.certificate());
    } catch (MissingKey e) {
      LOG.error("A payload cannot be decrypted. {}", e.getMessage());
      throw RefusedMessage.later("The payload cannot be decrypted here now; send it again");
    }
    return Decryption.decrypt(contentId, in, length, out, key, max);
  }

  private void checkTrusted(X509Certificate certificate) {
    try {
      trust.check(certificate);
    } catch (RevocationUnknown e) {
      throw e.refusal();
    } catch (CertificateException e) {
      throw XmlSignature.refused("Not trusted: " + e.getMessage());
    }
  }
}
