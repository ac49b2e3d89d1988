package org.reprise.ebms.agreement;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The ciphers of payloads: AES in Galois/Counter Mode, which also shows what was changed. */
public enum EncryptionAlgorithm {
  AES128_GCM("aes128-gcm", 128),
  AES256_GCM("aes256-gcm", 256);

  private static final String XENC11 = "http://www.w3.org/2009/xmlenc11#";

  private final String name;
  private final int keyBits;

  EncryptionAlgorithm(String name, int keyBits) {
    this.name = name;
    this.keyBits = keyBits;
  }

  /** The identifier in encrypted data (XML Encryption 1.1, section 5.2.4). */
  public String uri() {
    return XENC11 + name;
  }

  public int keyBits() {
    return keyBits;
  }

  /** Reads an identifier, or a name such as {@code AES128-GCM}; empty for what is not allowed. */
  public static Optional<EncryptionAlgorithm> parse(String text) {
    String asked = text.strip();
    String plain = asked.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    return Arrays.stream(values())
        .filter(one -> one.uri().equals(asked) || one.name.replace("-", "").equals(plain))
        .findFirst();
  }
}
