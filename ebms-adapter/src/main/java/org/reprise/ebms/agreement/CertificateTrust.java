package org.reprise.ebms.agreement;

import java.security.cert.X509Certificate;
import java.util.Optional;

/** What this service thinks of certificates. */
@FunctionalInterface
public interface CertificateTrust {
  /** Returns why a certificate is not trusted now; empty also where no authority is configured. */
  Optional<String> distrust(X509Certificate certificate);
}
