package org.reprise.ebms.security;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.MGF1ParameterSpec;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.DigestAlgorithm;
import org.reprise.ebms.envelope.Namespaces;

/**
 * Transport of a key by RSA-OAEP (XML Encryption 1.1, section 5.5.2). PKCS #1 v1.5 is not
 * supported: a receiver that answers differently to good and bad padding reveals the key.
 */
record Oaep(String digest, String maskDigest) {
  static final Oaep SHA256 = new Oaep("SHA-256", "SHA-256");

  private static final String WITH_SHA1_MASK = Encryption.XENC + "rsa-oaep-mgf1p";
  private static final String WITH_ANY_MASK = Encryption.XENC11 + "rsa-oaep";
  // SHA-1 is the default of digest and mask; RSA-OAEP needs no resistance to collisions of it.
  private static final Map<String, String> DIGESTS =
      Map.of(
          Namespaces.DS + "sha1",
          "SHA-1",
          DigestAlgorithm.SHA256.uri(),
          "SHA-256",
          DigestAlgorithm.SHA384.uri(),
          "SHA-384",
          DigestAlgorithm.SHA512.uri(),
          "SHA-512");
  private static final Map<String, String> MASKS =
      Map.of(
          Encryption.XENC11 + "mgf1sha1", "SHA-1",
          Encryption.XENC11 + "mgf1sha256", "SHA-256",
          Encryption.XENC11 + "mgf1sha384", "SHA-384",
          Encryption.XENC11 + "mgf1sha512", "SHA-512");

  /** What an EncryptionMethod says; empty where it is not RSA-OAEP. */
  static Optional<Oaep> of(
      @Nullable String algorithm, @Nullable String digest, @Nullable String mask) {
    String digestName = digest == null ? "SHA-1" : DIGESTS.get(digest);
    String maskName = mask == null ? "SHA-1" : MASKS.get(mask);
    if (digestName == null || maskName == null) {
      return Optional.empty();
    }
    boolean isKnown =
        WITH_ANY_MASK.equals(algorithm)
            || (WITH_SHA1_MASK.equals(algorithm) && maskName.equals("SHA-1"));
    return isKnown ? Optional.of(new Oaep(digestName, maskName)) : Optional.empty();
  }

  /** The EncryptionMethod of {@link #SHA256}; its prefixes are those of the documents we write. */
  String markup() {
    return """
    <xenc:EncryptionMethod Algorithm="%s"><ds:DigestMethod Algorithm="%ssha256"/>\
    <xenc11:MGF xmlns:xenc11="%s" Algorithm="%smgf1sha256"/></xenc:EncryptionMethod>\
    """
        .formatted(WITH_ANY_MASK, Encryption.XENC, Encryption.XENC11, Encryption.XENC11);
  }

  private OAEPParameterSpec parameters() {
    return new OAEPParameterSpec(
        digest, "MGF1", new MGF1ParameterSpec(maskDigest), PSource.PSpecified.DEFAULT);
  }

  byte[] wrap(byte[] secret, PublicKey receiver) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPPadding");
    cipher.init(Cipher.ENCRYPT_MODE, receiver, parameters());
    return cipher.doFinal(secret);
  }

  byte[] unwrap(byte[] wrapped, PrivateKey key) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPPadding");
    cipher.init(Cipher.DECRYPT_MODE, key, parameters());
    return cipher.doFinal(wrapped);
  }
}
