package org.reprise.ebms.agreement;

import java.net.URI;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.PartyId;
import org.reprise.kit.web.KnownParametersOnly;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriComponentsBuilder;

@KnownParametersOnly
@RestController
@RequestMapping("/api/v1/agreements")
class AgreementController {
  private final Agreements agreements;
  private final CertificateTrust trust;

  AgreementController(Agreements agreements, CertificateTrust trust) {
    this.agreements = agreements;
    this.trust = trust;
  }

  /** An agreement in short; {@code unusable} has a reason: this version refuses it. */
  record Summary(
      String cpaId,
      String status,
      @Nullable Instant start,
      @Nullable Instant end,
      @Nullable List<PartySummary> parties,
      @Nullable String reason) {
    static Summary unusable(String cpaId, String reason) {
      return new Summary(cpaId, "unusable", null, null, null, reason);
    }

    static Summary of(Agreement agreement) {
      return new Summary(
          agreement.cpaId(),
          agreement.status().text(),
          agreement.start(),
          agreement.end(),
          agreement.parties().stream().map(PartySummary::of).toList(),
          null);
    }
  }

  record PartySummary(String name, List<PartyId> ids, URI endpoint, String syncReplyMode) {
    static PartySummary of(PartyInfo party) {
      return new PartySummary(
          party.name(),
          party.ids(),
          party.defaultChannel().endpoint(),
          party.defaultChannel().syncReplyMode().text());
    }
  }

  record Validation(boolean valid, List<Finding> findings) {}

  @PostMapping(consumes = {MediaType.APPLICATION_XML_VALUE, MediaType.TEXT_XML_VALUE})
  @ResponseStatus(HttpStatus.CREATED)
  ResponseEntity<Summary> create(@RequestBody byte[] document) {
    Agreement agreement = agreements.create(document);
    URI location =
        UriComponentsBuilder.fromPath("/api/v1/agreements/{cpaId}").build(agreement.cpaId());
    return ResponseEntity.created(location).body(Summary.of(agreement));
  }

  @PutMapping(
      path = "/{cpaId}",
      consumes = {MediaType.APPLICATION_XML_VALUE, MediaType.TEXT_XML_VALUE})
  ResponseEntity<Void> put(@PathVariable String cpaId, @RequestBody byte[] document) {
    boolean created = agreements.put(cpaId, document);
    return ResponseEntity.status(created ? HttpStatus.CREATED : HttpStatus.OK).build();
  }

  @GetMapping
  List<Summary> list() {
    return summaries(agreements);
  }

  static List<Summary> summaries(Agreements agreements) {
    return Stream.concat(
            agreements.list().stream().map(Summary::of),
            agreements.unusable().entrySet().stream()
                .map(one -> Summary.unusable(one.getKey(), one.getValue())))
        .toList();
  }

  static Summary summary(Agreements agreements, String cpaId) {
    return summaries(agreements).stream()
        .filter(one -> one.cpaId().equals(cpaId))
        .findFirst()
        .orElseThrow(() -> new AgreementNotFound(cpaId));
  }

  /** The document as it was given; a summary where JSON is asked for and XML is not. */
  @GetMapping("/{cpaId}")
  ResponseEntity<Object> get(
      @PathVariable String cpaId,
      @RequestHeader(name = HttpHeaders.ACCEPT, defaultValue = "*/*") String accept) {
    String types = accept.toLowerCase(Locale.ROOT);
    if (!types.contains("json") || types.contains("xml")) {
      return ResponseEntity.ok()
          .contentType(MediaType.APPLICATION_XML)
          // A partner's elements in it could be a script.
          .header(HttpHeaders.CONTENT_DISPOSITION, "attachment")
          .body(agreements.document(cpaId));
    }
    return ResponseEntity.ok()
        .contentType(MediaType.APPLICATION_JSON)
        .body(summary(agreements, cpaId));
  }

  @DeleteMapping("/{cpaId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable String cpaId, @RequestParam(defaultValue = "false") boolean force) {
    agreements.delete(cpaId, force);
  }

  @PostMapping(
      path = "/validate",
      consumes = {MediaType.APPLICATION_XML_VALUE, MediaType.TEXT_XML_VALUE})
  Validation validate(@RequestBody byte[] document) {
    try {
      return new Validation(true, agreements.validate(document, trust));
    } catch (InvalidAgreement e) {
      return new Validation(false, e.findings());
    }
  }

  /** A certificate of a party, with the fingerprint of the one that is used in its place. */
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
  List<Certificate> certificates(@PathVariable String cpaId) {
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
        X509.fingerprint(x509),
        own.uses().stream().sorted(Comparator.naturalOrder()).toList(),
        used.equals(x509) ? null : X509.fingerprint(used));
  }
}
