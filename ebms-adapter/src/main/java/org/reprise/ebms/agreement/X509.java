package org.reprise.ebms.agreement;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

/** Certificates as files, texts and columns have them. */
public final class X509 {
  private static final int MAX_LENGTH = 64 * 1024;
  private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
  private static final String END = "-----END CERTIFICATE-----";

  private X509() {}

  /** Reads exactly one certificate, DER; nothing that is in it is resolved. */
  static X509Certificate parse(byte[] der) throws CertificateException {
    if (der.length == 0 || der.length > MAX_LENGTH || der[0] != 0x30) {
      throw new CertificateException("not DER, or longer than %d bytes".formatted(MAX_LENGTH));
    }
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    if (factory.generateCertificate(new ByteArrayInputStream(der)) instanceof X509Certificate one) {
      return one;
    }
    throw new CertificateException("not X.509");
  }

  /** Reads one certificate in the text form of RFC 7468. */
  static X509Certificate fromPem(String pem) throws CertificateException {
    if (pem.contains(BEGIN)) {
      var all =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(
                  new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
      if (all.size() == 1 && all.iterator().next() instanceof X509Certificate one) {
        return one;
      }
    }
    throw new CertificateException("not one certificate as PEM");
  }

  static String toPem(X509Certificate certificate) {
    Base64.Encoder encoder = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
    return BEGIN + "\n" + encoder.encodeToString(encoded(certificate)) + "\n" + END + "\n";
  }

  /** Returns a certificate as DER. */
  public static byte[] encoded(Certificate certificate) {
    try {
      return certificate.getEncoded();
    } catch (CertificateEncodingException e) {
      throw new IllegalArgumentException("the certificate cannot be written", e);
    }
  }

  /** The SHA-256 of a certificate as people compare it: 64 hexadecimal digits, lower case. */
  public static String fingerprint(X509Certificate certificate) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(encoded(certificate)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("the JDK has no SHA-256", e);
    }
  }

  /** Reads a fingerprint with or without colons and blanks, in any case. */
  static String normalisedFingerprint(String text) {
    return text.replaceAll("[:\\s]", "").toLowerCase(Locale.ROOT);
  }
}
