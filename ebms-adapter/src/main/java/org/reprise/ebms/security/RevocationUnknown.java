package org.reprise.ebms.security;

import java.security.cert.CertificateException;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.RefusedMessage;

/**
 * A certificate is good as far as this service can tell, but no revocation list of its issuer is in
 * force here. That is for this service's operator to mend and never the certificate's owner's
 * fault, so whatever depends on it is tried again later.
 */
public final class RevocationUnknown extends CertificateException {
  private static final long serialVersionUID = 1L;

  RevocationUnknown(String message, Throwable cause) {
    super(message, cause);
  }

  /** Returns the refusal of a message that cannot be judged now: 503. */
  public RefusedMessage refusal() {
    return RefusedMessage.later(getMessage() + "; send the message again later");
  }

  /** Finds it among the causes of a failure, such as that of a TLS handshake. */
  public static @Nullable RevocationUnknown among(@Nullable Throwable failure) {
    Throwable cause = failure;
    while (cause != null && !(cause instanceof RevocationUnknown)) {
      cause = cause.getCause();
    }
    return (RevocationUnknown) cause;
  }
}
