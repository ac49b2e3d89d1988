package org.reprise.ebms.security;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.reprise.ebms.agreement.CertificateTrust;
import org.springframework.stereotype.Component;

/**
 * Which certificates are trusted: chains (RFC 5280, section 6) that lead to a configured authority,
 * are in force and, where revocation lists are configured, not revoked by a list that is in force
 * itself. Where a list is missing or stale, no certificate of its issuer is trusted, but none is
 * refused for good either: {@link RevocationUnknown}.
 */
@Component
public final class Trust implements CertificateTrust {
  private final Set<TrustAnchor> anchors = new HashSet<>();
  // Those that are no authority only help to find a path to one.
  private final List<X509Certificate> known = new ArrayList<>();
  private final RevocationLists revocationLists;

  public Trust(SecuritySettings settings) {
    KeyStore store =
        Stores.read(settings.trustStore(), settings.trustStorePassword(), "trust-store");
    try {
      for (String alias : Collections.list(store.aliases())) {
        if (store.getCertificate(alias) instanceof X509Certificate certificate) {
          if (certificate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal())) {
            anchors.add(new TrustAnchor(certificate, null));
          } else {
            known.add(certificate);
          }
        }
      }
    } catch (GeneralSecurityException e) {
      throw SecuritySettings.wrong("trust-store", "cannot be read: " + e.getMessage());
    }
    if (anchors.isEmpty() && settings.trustStore() != null) {
      throw SecuritySettings.wrong("trust-store", "has no authority: no self-issued certificate");
    }
    // Of renewed ones the newest counts.
    known.sort(Comparator.comparing(X509Certificate::getNotAfter).reversed());
    this.revocationLists =
        new RevocationLists(settings.revocationLists(), settings.revocationCheck());
  }

  Collection<X509Certificate> authorities() {
    return anchors.stream().map(TrustAnchor::getTrustedCert).toList();
  }

  @Override
  public Optional<String> distrust(X509Certificate certificate) {
    try {
      if (!anchors.isEmpty()) {
        check(certificate);
      }
      return Optional.empty();
    } catch (CertificateException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Checks a certificate now, as {@link #check(List)}. */
  public void check(X509Certificate certificate) throws CertificateException {
    check(List.of(certificate));
  }

  /**
   * Checks a chain now.
   *
   * @param chain the certificate to be checked first; then, as far as they are known, its issuers
   * @throws RevocationUnknown where a list that is in force is missing, and nothing else is wrong
   * @throws CertificateException with the reason, where it is not trusted
   */
  public void check(List<X509Certificate> chain) throws CertificateException {
    if (chain.isEmpty()) {
      throw new CertificateException("there is no certificate");
    }
    if (anchors.isEmpty()) {
      throw new CertificateException("no authority is trusted: there is no trust-store");
    }
    try {
      CertPath path =
          CertificateFactory.getInstance("X.509").generateCertPath(withoutAuthority(chain));
      if (path.getCertificates().isEmpty()) {
        chain.getFirst().checkValidity();
      } else {
        // What is wrong whatever the lists say comes first, for a missing list stops the second.
        validate(path, false);
        if (!revocationLists.isEmpty()) {
          validate(path, true);
        }
      }
    } catch (CertificateExpiredException | CertificateNotYetValidException e) {
      throw e;
    } catch (CertPathValidatorException e) {
      String why = why(e, chain.getFirst());
      if (e.getReason() == BasicReason.UNDETERMINED_REVOCATION_STATUS) {
        revocationLists.warn(why);
        throw new RevocationUnknown(why, e);
      }
      throw new CertificateException(why, e);
    } catch (GeneralSecurityException e) {
      throw new CertificateException("the certificate cannot be checked: " + e.getMessage(), e);
    }
  }

  private List<X509Certificate> withoutAuthority(List<X509Certificate> chain) {
    List<X509Certificate> path = new ArrayList<>();
    for (X509Certificate one : chain) {
      if (anchors.stream().anyMatch(anchor -> one.equals(anchor.getTrustedCert()))) {
        break;
      }
      path.add(one);
    }
    for (boolean longer = !path.isEmpty(); longer; ) {
      X509Certificate last = path.getLast();
      longer = false;
      for (X509Certificate next : known) {
        if (!path.contains(next)
            && next.getSubjectX500Principal().equals(last.getIssuerX500Principal())
            && isSignedBy(last, next)) {
          path.add(next);
          longer = true;
          break;
        }
      }
    }
    return path;
  }

  private static boolean isSignedBy(X509Certificate certificate, X509Certificate issuer) {
    try {
      certificate.verify(issuer.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private void validate(CertPath path, boolean withLists) throws GeneralSecurityException {
    PKIXParameters parameters = new PKIXParameters(anchors);
    // So the platform uses only the lists that it is given. A PKIXRevocationChecker would fetch
    // lists from the addresses in certificates, whatever those are.
    parameters.setRevocationEnabled(withLists);
    if (withLists) {
      parameters.addCertStore(
          CertStore.getInstance(
              "Collection", new CollectionCertStoreParameters(revocationLists.current())));
    }
    CertPathValidator.getInstance("PKIX").validate(path, parameters);
  }

  private static String why(CertPathValidatorException e, X509Certificate certificate) {
    String what =
        switch (e.getReason()) {
          case BasicReason.EXPIRED -> "has expired";
          case BasicReason.NOT_YET_VALID -> "is not valid yet";
          case BasicReason.REVOKED -> "was revoked";
          case BasicReason.UNDETERMINED_REVOCATION_STATUS ->
              "has no revocation list that is in force";
          default -> "is not trusted (%s)".formatted(e.getMessage());
        };
    return "the certificate of %s %s".formatted(certificate.getSubjectX500Principal(), what);
  }
}
