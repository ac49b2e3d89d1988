package org.reprise.ebms.agreement;

import java.security.PublicKey;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The signatures that are made and taken: RSA (PKCS #1 v1.5) and ECDSA. */
public enum SignatureAlgorithm {
  RSA_SHA256("rsa-sha256", "SHA256withRSA", "RSA"),
  RSA_SHA384("rsa-sha384", "SHA384withRSA", "RSA"),
  RSA_SHA512("rsa-sha512", "SHA512withRSA", "RSA"),
  ECDSA_SHA256("ecdsa-sha256", "SHA256withECDSAinP1363Format", "EC"),
  ECDSA_SHA384("ecdsa-sha384", "SHA384withECDSAinP1363Format", "EC"),
  ECDSA_SHA512("ecdsa-sha512", "SHA512withECDSAinP1363Format", "EC");

  private static final String MORE = "http://www.w3.org/2001/04/xmldsig-more#";

  private final String name;
  private final String jcaName;
  private final String keyType;

  SignatureAlgorithm(String name, String jcaName, String keyType) {
    this.name = name;
    this.jcaName = jcaName;
    this.keyType = keyType;
  }

  /** The identifier in signatures (RFC 9231). */
  public String uri() {
    return MORE + name;
  }

  public String jcaName() {
    return jcaName;
  }

  /** Whether a key is of the kind that it needs. */
  public boolean fits(PublicKey key) {
    return key.getAlgorithm().equals(keyType);
  }

  /** Reads an identifier, or a name such as {@code RSA-SHA256}; empty for what is not allowed. */
  public static Optional<SignatureAlgorithm> parse(String text) {
    String asked = text.strip();
    return Arrays.stream(values())
        .filter(one -> one.uri().equals(asked) || one.name.equals(asked.toLowerCase(Locale.ROOT)))
        .findFirst();
  }
}
