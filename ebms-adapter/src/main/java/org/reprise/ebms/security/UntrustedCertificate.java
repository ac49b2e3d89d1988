package org.reprise.ebms.security;

/** A partner's certificate must not be used to encrypt for it. */
public final class UntrustedCertificate extends RuntimeException {
  UntrustedCertificate(Throwable cause) {
    super(cause.getMessage(), cause);
  }
}
