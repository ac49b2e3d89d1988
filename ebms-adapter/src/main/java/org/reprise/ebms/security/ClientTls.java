package org.reprise.ebms.security;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.DefaultHostnameVerifier;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.Agreement;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.PartyInfo;

/**
 * TLS of outgoing connections: shows our certificate, and checks that of the server, once a
 * connection. Where agreements name the certificate of an endpoint's server, the server must show
 * that one or its replacement.
 */
final class ClientTls implements TlsSocketStrategy {
  private static final int HTTPS = 443;

  private final TlsSocketStrategy strategy;
  private final Agreements agreements;

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
    Set<X509Certificate> agreed = new HashSet<>();
    for (Agreement agreement : agreements.list()) {
      for (PartyInfo party : agreement.parties()) {
        party
            .channels()
            .filter(channel -> isAt(channel.endpoint(), host, port))
            .forEach(channel -> add(channel.security().serverCertificate(), agreed));
      }
    }
    if (!agreed.isEmpty() && !agreed.contains(shown)) {
      throw new SSLPeerUnverifiedException(
          "The certificate of %s:%d is not in any agreement for it: %s"
              .formatted(host, port, shown.getSubjectX500Principal()));
    }
  }

  private static boolean isAt(URI endpoint, String host, int port) {
    return "https".equals(endpoint.getScheme())
        && endpoint.getHost().toLowerCase(Locale.ROOT).equals(host.toLowerCase(Locale.ROOT))
        && (endpoint.getPort() < 0 ? HTTPS : endpoint.getPort()) == port;
  }

  private void add(@Nullable X509Certificate certificate, Set<X509Certificate> to) {
    if (certificate != null) {
      to.add(agreements.mapped(certificate));
    }
  }
}
