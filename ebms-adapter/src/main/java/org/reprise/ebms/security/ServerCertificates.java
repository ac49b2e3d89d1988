package org.reprise.ebms.security;

import java.net.URI;
import java.security.cert.X509Certificate;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.ActionBinding;
import org.reprise.ebms.agreement.Agreement;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.Channel;
import org.reprise.ebms.agreement.PartyInfo;

/**
 * Checks servers to which messages are sent over TLS: where agreements name the certificate of an
 * endpoint's server, the server must show that one or its replacement. Checked once a connection.
 */
public final class ServerCertificates {
  private static final int HTTPS = 443;

  private final Agreements agreements;

  public ServerCertificates(Agreements agreements) {
    this.agreements = agreements;
  }

  /**
   * Checks the certificate of a server whose chain and name are good.
   *
   * @throws SSLPeerUnverifiedException where agreements name others, and not this one
   */
  public void check(String host, int port, X509Certificate shown)
      throws SSLPeerUnverifiedException {
    Set<X509Certificate> agreed = new HashSet<>();
    for (Agreement agreement : agreements.list()) {
      for (PartyInfo party : agreement.parties()) {
        channels(party)
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

  private static Stream<Channel> channels(PartyInfo party) {
    return Stream.concat(
        Stream.of(party.defaultChannel()), party.bindings().stream().map(ActionBinding::channel));
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
