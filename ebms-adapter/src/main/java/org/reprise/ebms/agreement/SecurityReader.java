package org.reprise.ebms.agreement;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.Namespaces;

/** Reads the certificates of one party, and what its channels use them for. */
final class SecurityReader {
  private static final String KEY_INFO = "{" + Namespaces.DS + "}KeyInfo";
  private static final String X509_DATA = "{" + Namespaces.DS + "}X509Data";
  private static final String X509_CERTIFICATE = "{" + Namespaces.DS + "}X509Certificate";

  private final Map<String, X509Certificate> certificates = new LinkedHashMap<>();
  private final Map<String, Set<PartyCertificate.Use>> uses = new HashMap<>();

  SecurityReader(CpaElement party) {
    party.children("Certificate").forEach(this::certificate);
  }

  List<PartyCertificate> certificates() {
    return certificates.entrySet().stream()
        .map(entry ->
            new PartyCertificate(
                entry.getKey(), entry.getValue(), uses.getOrDefault(entry.getKey(), Set.of())))
        .toList();
  }

  private void certificate(CpaElement at) {
    String id = at.required("certId");
    if (id.isEmpty()) {
      return;
    }
    List<X509Certificate> chain = new ArrayList<>();
    at.children(KEY_INFO)
        .flatMap(info -> info.children(X509_DATA))
        .flatMap(data -> data.children(X509_CERTIFICATE))
        .forEach(one -> parse(one).ifPresent(chain::add));
    if (chain.isEmpty()) {
      // The schema also allows a KeyInfo that names a key without a certificate, which is no use.
      at.warning("holds no X509Certificate");
      return;
    }
    X509Certificate own =
        chain.stream()
            .filter(c -> c.getBasicConstraints() < 0)
            .findFirst()
            .orElse(chain.getFirst());
    if (own.getNotAfter().toInstant().isBefore(Instant.now())) {
      at.warning("the certificate ended at " + own.getNotAfter().toInstant());
    }
    if (certificates.put(id, own) != null) {
      at.error("@certId is there twice: " + id);
    }
  }

  private Optional<X509Certificate> parse(CpaElement at) {
    try {
      return Optional.of(X509.parse(Base64.getMimeDecoder().decode(at.text())));
    } catch (CertificateException | IllegalArgumentException e) {
      at.error("is no certificate: " + e.getMessage());
      return Optional.empty();
    }
  }

  ChannelSecurity channel(@Nullable CpaElement exchange, @Nullable CpaElement transport) {
    return new ChannelSecurity(
        signing(exchange),
        encryption(exchange),
        referred(
            child(transport, "TransportSender", "TransportClientSecurity"),
            "ClientCertificateRef",
            PartyCertificate.Use.TLS_CLIENT),
        referred(
            child(transport, "TransportReceiver", "TransportServerSecurity"),
            "ServerCertificateRef",
            PartyCertificate.Use.TLS_SERVER));
  }

  private static @Nullable CpaElement child(@Nullable CpaElement from, String first, String then) {
    CpaElement between = from == null ? null : from.child(first);
    return between == null ? null : between.child(then);
  }

  private ChannelSecurity.@Nullable Signing signing(@Nullable CpaElement exchange) {
    CpaElement at = child(exchange, "ebXMLSenderBinding", "SenderNonRepudiation");
    if (at == null) {
      return null;
    }
    X509Certificate certificate =
        referred(at, "SigningCertificateRef", PartyCertificate.Use.SIGNING);
    DigestAlgorithm digest = allowed(at, "HashFunction", DigestAlgorithm::parse);
    SignatureAlgorithm algorithm = allowed(at, "SignatureAlgorithm", SignatureAlgorithm::parse);
    if (certificate == null || digest == null || algorithm == null) {
      return null;
    }
    if (!algorithm.fits(certificate.getPublicKey())) {
      at.error(
          "SignatureAlgorithm %s does not fit the certificate's key, which is %s"
              .formatted(algorithm.uri(), certificate.getPublicKey().getAlgorithm()));
      return null;
    }
    return new ChannelSecurity.Signing(digest, algorithm, certificate);
  }

  private ChannelSecurity.@Nullable Encryption encryption(@Nullable CpaElement exchange) {
    CpaElement at = child(exchange, "ebXMLReceiverBinding", "ReceiverDigitalEnvelope");
    if (at == null) {
      return null;
    }
    X509Certificate certificate =
        referred(at, "EncryptionCertificateRef", PartyCertificate.Use.ENCRYPTION);
    EncryptionAlgorithm algorithm = allowed(at, "EncryptionAlgorithm", EncryptionAlgorithm::parse);
    if (certificate == null || algorithm == null) {
      return null;
    }
    if (!certificate.getPublicKey().getAlgorithm().equals("RSA")) {
      at.error("keys are transported by RSA-OAEP; the certificate's key is not RSA");
      return null;
    }
    return new ChannelSecurity.Encryption(algorithm, certificate);
  }

  // Several are alternatives (CPPA 2.0, section 8.4.42); the first that is known counts.
  private <T> @Nullable T allowed(
      CpaElement at, String name, Function<String, Optional<T>> parser) {
    List<CpaElement> asked = at.children(name).toList();
    for (CpaElement one : asked) {
      String uri = one.attribute("w3c");
      Optional<T> known = parser.apply(uri == null ? one.text() : uri);
      if (known.isPresent()) {
        return known.get();
      }
    }
    if (asked.isEmpty()) {
      at.warning(name + " is missing");
    } else {
      String uri = asked.getFirst().attribute("w3c");
      asked
          .getFirst()
          .error("'%s' is not allowed".formatted(uri == null ? asked.getFirst().text() : uri));
    }
    return null;
  }

  private @Nullable X509Certificate referred(
      @Nullable CpaElement from, String name, PartyCertificate.Use use) {
    CpaElement at = from == null ? null : from.child(name);
    if (at == null) {
      if (from != null && use != PartyCertificate.Use.TLS_CLIENT) {
        from.warning(name + " is missing");
      }
      return null;
    }
    String id = at.attribute("certId");
    X509Certificate certificate = id == null ? null : certificates.get(id);
    if (id == null || certificate == null) {
      at.error("@certId names no usable Certificate: " + id);
      return null;
    }
    uses.computeIfAbsent(id, key -> EnumSet.noneOf(PartyCertificate.Use.class)).add(use);
    return certificate;
  }
}
