package org.reprise.ebms.security;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.DefaultHostnameVerifier;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.PartyInfo;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/**
 * TLS of outgoing connections: shows our certificate, and checks that of the server, once a
 * connection. Where agreements that are in force name the certificate of an endpoint's server, the
 * server must show that one or its replacement.
 */
@Component
@ConditionalOnProperty(Tls.KEY_STORE)
final class ClientTls implements TlsSocketStrategy {
  private static final int HTTPS = 443;

  private final TlsSocketStrategy strategy;
  private final Agreements agreements;

  // Of Apache's client, as Outbound uses it: it gives the socket of each new connection, whose
  // certificate is compared here before anything is sent.
  ClientTls(Tls tls, Agreements agreements) {
    // Both the platform and the client compare the host's name with the certificate.
    this.strategy =
        new DefaultClientTlsStrategy(
            tls.context(), HostnameVerificationPolicy.BOTH, new DefaultHostnameVerifier());
    this.agreements = agreements;
  }

  @Override
  public SSLSocket upgrade(
      Socket socket, String target, int port, Object attachment, HttpContext context)
      throws IOException {
    SSLSocket upgraded = strategy.upgrade(socket, target, port, attachment, context);
    try {
      if (!(upgraded.getSession().getPeerCertificates()[0] instanceof X509Certificate shown)) {
        throw new SSLPeerUnverifiedException("the server's certificate is not X.509");
      }
      check(target, port, shown);
      return upgraded;
    } catch (Throwable e) {
      upgraded.close();
      throw e;
    }
  }

  // The chain and the name are good.
  private void check(String host, int port, X509Certificate shown)
      throws SSLPeerUnverifiedException {
    Set<X509Certificate> agreed =
        agreements.list().stream()
            .filter(agreement -> agreement.whyNotInForce(Instant.now()).isEmpty())
            .flatMap(agreement -> agreement.parties().stream())
            .flatMap(PartyInfo::channels)
            .filter(channel -> isAt(channel.endpoint(), host, port))
            .flatMap(channel -> Stream.ofNullable(channel.security().serverCertificate()))
            .map(agreements::mapped)
            .collect(Collectors.toSet());
    if (!agreed.isEmpty() && !agreed.contains(shown)) {
      throw new SSLPeerUnverifiedException(
          "The certificate of %s:%d is not in any agreement for it that is in force: %s"
              .formatted(host, port, shown.getSubjectX500Principal()));
    }
  }

  private static boolean isAt(URI endpoint, String host, int port) {
    return "https".equals(endpoint.getScheme())
        && endpoint.getHost().equalsIgnoreCase(host)
        && (endpoint.getPort() < 0 ? HTTPS : endpoint.getPort()) == port;
  }
}
