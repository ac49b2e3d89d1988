package org.reprise.ebms.agreement;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;

/** The SHA-256 of a certificate, by which people compare certificates. */
public final class Fingerprint {
  private Fingerprint() {}

  /** 64 hexadecimal digits in lower case. */
  public static String of(X509Certificate certificate) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
    } catch (NoSuchAlgorithmException | CertificateEncodingException e) {
      throw new IllegalStateException("the certificate has no fingerprint", e);
    }
  }

  /** Reads a fingerprint with or without colons and blanks, in any case. */
  static String normalised(String text) {
    return text.replaceAll("[:\\s]", "").toLowerCase(java.util.Locale.ROOT);
  }
}
