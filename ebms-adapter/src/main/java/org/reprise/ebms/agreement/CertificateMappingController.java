package org.reprise.ebms.agreement;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.web.KnownParametersOnly;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@KnownParametersOnly
@RestController
@RequestMapping("/api/v1/certificate-mappings")
class CertificateMappingController {
  private final Agreements agreements;

  CertificateMappingController(Agreements agreements) {
    this.agreements = agreements;
  }

  /** Two certificates as PEM: {@code to} is used where an agreement names {@code from}. */
  record Replacement(String from, String to) {}

  record CertificateMapping(
      String fromFingerprint,
      String fromSubject,
      String toFingerprint,
      String toSubject,
      String from,
      String to) {
    static CertificateMapping of(X509Certificate from, X509Certificate to) {
      return new CertificateMapping(
          X509.fingerprint(from),
          from.getSubjectX500Principal().toString(),
          X509.fingerprint(to),
          to.getSubjectX500Principal().toString(),
          X509.toPem(from),
          X509.toPem(to));
    }
  }

  @GetMapping
  List<CertificateMapping> list() {
    return agreements.certificateMappings().entrySet().stream()
        .map(entry -> CertificateMapping.of(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparing(CertificateMapping::fromFingerprint))
        .toList();
  }

  @PutMapping
  CertificateMapping put(@RequestBody Replacement replacement) {
    X509Certificate from = read("from", replacement.from());
    X509Certificate to = read("to", replacement.to());
    agreements.map(from, to);
    return CertificateMapping.of(from, to);
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@RequestParam String from) {
    if (!agreements.unmapCertificate(from)) {
      throw new ResponseStatusException(
          HttpStatus.NOT_FOUND, "There is no mapping of %s.".formatted(from));
    }
  }

  private static X509Certificate read(String name, @Nullable String pem) {
    try {
      return X509.fromPem(pem == null ? "" : pem);
    } catch (CertificateException e) {
      throw new ResponseStatusException(
          HttpStatus.BAD_REQUEST,
          "'%s' must be a certificate as PEM: %s.".formatted(name, e.getMessage()));
    }
  }
}
