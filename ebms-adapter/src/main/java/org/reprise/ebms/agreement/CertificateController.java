package org.reprise.ebms.agreement;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.PartyId;
import org.reprise.kit.web.KnownParametersOnly;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@KnownParametersOnly
@RestController
@RequestMapping("/api/v1/agreements")
class CertificateController {
  private final Agreements agreements;

  CertificateController(Agreements agreements) {
    this.agreements = agreements;
  }

  /**
   * A certificate of a party.
   *
   * @param replacedBy the fingerprint of the certificate that is used in its place
   */
  record Certificate(
      PartyId party,
      String certId,
      String subject,
      String issuer,
      String serial,
      @Nullable String oin,
      Instant notBefore,
      Instant notAfter,
      String fingerprint,
      List<PartyCertificate.Use> uses,
      @Nullable String replacedBy) {}

  @GetMapping("/{cpaId}/certificates")
  List<Certificate> list(@PathVariable String cpaId) {
    Agreement agreement = agreements.find(cpaId);
    if (agreement == null) {
      throw new AgreementNotFound(cpaId);
    }
    return certificates(agreement, agreements);
  }

  static List<Certificate> certificates(Agreement agreement, Agreements agreements) {
    return agreement.parties().stream()
        .flatMap(party ->
            party.certificates().stream()
                .map(one -> certificate(party.ids().getFirst(), one, agreements)))
        .toList();
  }

  private static Certificate certificate(
      PartyId party, PartyCertificate own, Agreements agreements) {
    var x509 = own.certificate();
    var used = agreements.mapped(x509);
    return new Certificate(
        party,
        own.id(),
        x509.getSubjectX500Principal().toString(),
        x509.getIssuerX500Principal().toString(),
        x509.getSerialNumber().toString(16),
        Oin.of(x509).orElse(null),
        x509.getNotBefore().toInstant(),
        x509.getNotAfter().toInstant(),
        Fingerprint.of(x509),
        own.uses().stream().sorted(Comparator.naturalOrder()).toList(),
        used.equals(x509) ? null : Fingerprint.of(used));
  }
}
