package org.reprise.ebms.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.Agreement;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.Oin;
import org.reprise.ebms.agreement.PartyCertificate;
import org.reprise.ebms.agreement.PartyInfo;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.PartyId;
import org.reprise.ebms.envelope.RefusedMessage;
import org.springframework.stereotype.Component;

/**
 * Checks who sends over TLS: the sender of a message must be the owner of the connection's
 * certificate (Digikoppeling Identificatie en Authenticatie). Connections live long, so a
 * certificate is checked again after a while: one that was revoked meanwhile sends nothing.
 */
@Component
public final class ClientCertificates {
  private static final String FROM =
      "/soap:Envelope/soap:Header/eb:MessageHeader/eb:From/eb:PartyId";

  private final Agreements agreements;
  private final Trust trust;
  private final boolean required;
  private final Cache<X509Certificate, Boolean> checked;

  public ClientCertificates(Agreements agreements, Trust trust, SecuritySettings settings) {
    this.agreements = agreements;
    this.trust = trust;
    this.required = settings.requireClientCertificate();
    this.checked =
        Caffeine.newBuilder()
            .expireAfterWrite(settings.revocationCheck())
            .maximumSize(1000)
            .build();
  }

  /**
   * Checks the certificate of a connection.
   *
   * @param chain as the container has it; null where the client showed none
   * @return the client's certificate; null where none is needed and none was shown
   * @throws RefusedMessage 403, SecurityFailure; 503 where no revocation list is in force for it
   */
  public @Nullable X509Certificate client(X509Certificate @Nullable [] chain) {
    if (chain == null || chain.length == 0) {
      if (required) {
        throw refused("/", "The connection has no client certificate");
      }
      return null;
    }
    try {
      checkNowAndThen(chain);
      return chain[0];
    } catch (RevocationUnknown e) {
      throw e.refusal();
    } catch (CertificateException e) {
      throw refused("/", "The client's certificate is refused: " + e.getMessage());
    }
  }

  private void checkNowAndThen(X509Certificate[] chain) throws CertificateException {
    if (checked.getIfPresent(chain[0]) != null) {
      chain[0].checkValidity();
      return;
    }
    trust.check(List.of(chain));
    checked.put(chain[0], true);
  }

  /**
   * Checks that a message comes from the owner of the connection's certificate: its OIN is that of
   * From. A sender without OIN must show the certificate that the agreement has for it.
   *
   * @throws RefusedMessage 403, SecurityFailure
   */
  public void check(X509Certificate client, MessageHeader header) {
    List<String> named =
        header.from().ids().stream()
            .filter(id -> Oin.TYPE.equals(id.type()))
            .map(PartyId::value)
            .toList();
    String oin = Oin.of(client).orElse("");
    boolean good =
        named.isEmpty() ? isAgreed(client, header) : named.stream().allMatch(oin::equals);
    if (!good) {
      throw refused(
          FROM,
          oin.isEmpty()
              ? "The client's certificate has no OIN"
              : "The client's certificate has the OIN %s, which is not From".formatted(oin));
    }
  }

  private boolean isAgreed(X509Certificate client, MessageHeader header) {
    Agreement agreement = agreements.find(header.cpaId());
    PartyInfo party = agreement == null ? null : agreement.partyOf(header.from().ids());
    return party != null
        && party.certificates().stream()
            .filter(one -> one.uses().contains(PartyCertificate.Use.TLS_CLIENT))
            .anyMatch(one -> agreements.mapped(one.certificate()).equals(client));
  }

  private static RefusedMessage refused(String location, String description) {
    return ErrorCode.SECURITY_FAILURE.refusal(403, location, description);
  }
}
