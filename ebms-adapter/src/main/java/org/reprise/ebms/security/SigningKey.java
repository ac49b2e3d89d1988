package org.reprise.ebms.security;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/** A key of our own. */
public record SigningKey(PrivateKey key, X509Certificate certificate) {
  /** Names the certificate's subject, and shows nothing of the key. */
  @Override
  public String toString() {
    return "key of " + certificate.getSubjectX500Principal();
  }
}
