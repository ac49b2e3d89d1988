package org.reprise.ebms.security;

/** A partner's certificate is not trusted, so that nothing is encrypted with it. */
public final class UntrustedCertificate extends RuntimeException {
  UntrustedCertificate(Throwable cause) {
    super(cause.getMessage(), cause);
  }
}
