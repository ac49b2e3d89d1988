package org.reprise.ebms.agreement;

import java.security.cert.X509Certificate;
import java.util.Set;

/** A party's own certificate in an agreement, and what its channels use it for. */
public record PartyCertificate(String id, X509Certificate certificate, Set<Use> uses) {
  public enum Use {
    SIGNING,
    ENCRYPTION,
    /** Connecting to the other party. */
    TLS_CLIENT,
    /** Being connected to by the other party. */
    TLS_SERVER
  }

  public PartyCertificate {
    uses = Set.copyOf(uses);
  }
}
