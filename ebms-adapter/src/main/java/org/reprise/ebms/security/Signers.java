package org.reprise.ebms.security;

import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;

/** Finds which of the certificates of an agreement a signature means. */
final class Signers {
  private Signers() {}

  /** The allowed certificate that KeyInfo holds; where it holds none, the only one allowed. */
  static X509Certificate choose(XmlSignature signature, Collection<X509Certificate> allowed) {
    for (X509Certificate one : allowed) {
      if (signature.certificates().stream().anyMatch(der -> Arrays.equals(der, encoded(one)))) {
        return one;
      }
    }
    if (allowed.isEmpty()) {
      throw SecurityFailures.signature("The agreement has no certificate for signing");
    }
    if (!signature.certificates().isEmpty()) {
      throw SecurityFailures.signature("The certificate in KeyInfo is not that of the agreement");
    }
    return allowed.iterator().next();
  }

  private static byte[] encoded(X509Certificate certificate) {
    try {
      return certificate.getEncoded();
    } catch (CertificateEncodingException e) {
      throw new IllegalArgumentException("the certificate cannot be written", e);
    }
  }
}
