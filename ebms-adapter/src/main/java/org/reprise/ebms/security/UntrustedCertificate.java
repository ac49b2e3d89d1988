package org.reprise.ebms.security;

import java.security.cert.CertificateException;

/** A partner's certificate is not trusted, so that nothing is encrypted with it. */
public final class UntrustedCertificate extends RuntimeException {
  UntrustedCertificate(CertificateException cause) {
    super(cause.getMessage(), cause);
  }

  /** Whether it may be trusted later: a revocation list is missing here. */
  public boolean isTemporary() {
    return getCause() instanceof RevocationUnknown;
  }
}
