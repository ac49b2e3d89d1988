package org.reprise.ebms.security;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.CipherOutputStream;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.reprise.ebms.agreement.EncryptionAlgorithm;
import org.reprise.ebms.envelope.Namespaces;
import org.reprise.ebms.envelope.Xml;
import org.springframework.util.StreamUtils;

/**
 * Encrypted payloads (XML Encryption 1.1): each payload becomes a document of one EncryptedData
 * with a key of its own, which is encrypted for the receiver. A message is signed before its
 * payloads are encrypted, and decrypted before its signature is verified.
 *
 * <p>Encryption streams. Decryption holds a payload in memory twice, for nothing of it may be used
 * before its authentication tag was checked.
 */
public final class Encryption {
  public static final String CONTENT_TYPE = "application/xml";

  static final String XENC = "http://www.w3.org/2001/04/xmlenc#";
  static final String XENC11 = "http://www.w3.org/2009/xmlenc11#";
  static final int IV_BYTES = 12;
  static final int TAG_BITS = 128;

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final byte[] END =
      "</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>\n"
          .getBytes(StandardCharsets.US_ASCII);

  private Encryption() {}

  /**
   * Encrypts a payload.
   *
   * @param in the payload; stays the caller's to close
   * @param out takes the document; stays the caller's to close
   * @param algorithm of the payload; its key is transported by RSA-OAEP with SHA-256
   * @throws IOException where the payload cannot be read or the document not written
   * @throws CertificateException where the receiver's key is of another kind
   */
  public static void encrypt(
      String contentType,
      InputStream in,
      OutputStream out,
      X509Certificate receiver,
      EncryptionAlgorithm algorithm)
      throws IOException, CertificateException {
    byte[] secret = random(algorithm.keyBits() / 8);
    byte[] iv = random(IV_BYTES);
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, new SecretKeySpec(secret, "AES"), iv);
      byte[] wrapped = Oaep.SHA256.wrap(secret, receiver.getPublicKey());
      out.write(start(contentType, algorithm, receiver, wrapped).getBytes(StandardCharsets.UTF_8));
      try (OutputStream base64 =
          Base64.getMimeEncoder(76, new byte[] {'\n'}).wrap(StreamUtils.nonClosing(out))) {
        base64.write(iv);
        try (OutputStream encrypted = new CipherOutputStream(base64, cipher)) {
          in.transferTo(encrypted);
        }
      }
      out.write(END);
    } catch (GeneralSecurityException e) {
      throw new CertificateException("cannot encrypt for " + receiver.getSubjectX500Principal(), e);
    }
  }

  static Cipher cipher(int mode, SecretKey key, byte[] iv) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, iv));
    return cipher;
  }

  static byte[] random(int bytes) {
    byte[] random = new byte[bytes];
    RANDOM.nextBytes(random);
    return random;
  }

  // KeyName is the subject: other implementations find their key by it.
  private static String start(
      String contentType, EncryptionAlgorithm algorithm, X509Certificate receiver, byte[] key) {
    return """
    <xenc:EncryptedData xmlns:xenc="%s" MimeType="%s"><xenc:EncryptionMethod Algorithm="%s"/>\
    <ds:KeyInfo xmlns:ds="%s"><xenc:EncryptedKey>%s<ds:KeyInfo><ds:KeyName>%s</ds:KeyName></ds:KeyInfo>\
    <xenc:CipherData><xenc:CipherValue>%s</xenc:CipherValue></xenc:CipherData></xenc:EncryptedKey></ds:KeyInfo>\
    <xenc:CipherData><xenc:CipherValue>\
    """
        .formatted(
            XENC,
            Xml.value(contentType),
            algorithm.uri(),
            Namespaces.DS,
            Oaep.SHA256.markup(),
            Xml.value(receiver.getSubjectX500Principal().toString()),
            Base64.getEncoder().encodeToString(key));
  }
}
