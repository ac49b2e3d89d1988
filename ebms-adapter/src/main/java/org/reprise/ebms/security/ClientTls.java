package org.reprise.ebms.security;

import java.io.IOException;
import java.net.Socket;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.DefaultHostnameVerifier;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;

/** TLS of outgoing connections: shows our certificate, and checks that of the server. */
final class ClientTls implements TlsSocketStrategy {
  private final TlsSocketStrategy strategy;
  private final ServerCertificates servers;

  ClientTls(Tls tls, ServerCertificates servers) {
    // Both the platform and the client compare the host's name with the certificate.
    this.strategy =
        new DefaultClientTlsStrategy(
            tls.context(), HostnameVerificationPolicy.BOTH, new DefaultHostnameVerifier());
    this.servers = servers;
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
      servers.check(target, port, shown);
      return upgraded;
    } catch (Throwable e) {
      upgraded.close();
      throw e;
    }
  }
}
