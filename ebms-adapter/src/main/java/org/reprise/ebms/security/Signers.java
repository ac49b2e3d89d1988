package org.reprise.ebms.security;

import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

final class Signers {
  private Signers() {}

  /** The allowed certificates that KeyInfo holds; where it holds none, all that are allowed. */
  static List<X509Certificate> candidates(
      XmlSignature signature, Collection<X509Certificate> allowed) {
    if (allowed.isEmpty()) {
      throw SecurityFailures.signature("The agreement has no certificate for signing");
    }
    if (signature.certificates().isEmpty()) {
      return List.copyOf(allowed);
    }
    List<X509Certificate> shown =
        allowed.stream()
            .filter(one ->
                signature.certificates().stream().anyMatch(der -> Arrays.equals(der, encoded(one))))
            .toList();
    if (shown.isEmpty()) {
      throw SecurityFailures.signature("The certificate in KeyInfo is not that of the agreement");
    }
    return shown;
  }

  private static byte[] encoded(X509Certificate certificate) {
    try {
      return certificate.getEncoded();
    } catch (CertificateEncodingException e) {
      throw new IllegalArgumentException("the certificate cannot be written", e);
    }
  }
}
