package org.reprise.ebms.agreement;

import java.security.cert.X509Certificate;
import java.util.Set;

/**
 * A certificate of a party in an agreement.
 *
 * @param certificate the party's own, not that of an issuer
 * @param uses what the party's channels use it for; empty where none refers to it
 */
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
