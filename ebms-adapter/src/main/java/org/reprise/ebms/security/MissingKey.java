package org.reprise.ebms.security;

import java.security.cert.X509Certificate;
import org.reprise.ebms.agreement.X509;

/** The key store has no key that fits a certificate that an agreement names for us. */
public final class MissingKey extends RuntimeException {
  public MissingKey(X509Certificate certificate) {
    super(
        "The key store has no key that fits the certificate %s (%s)"
            .formatted(certificate.getSubjectX500Principal(), X509.fingerprint(certificate)));
  }
}
