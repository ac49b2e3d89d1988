package org.reprise.ebms.send;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import org.springframework.util.PatternMatchUtils;

/**
 * The hosts to which messages may be sent. An agreement comes from outside: without this list it
 * could make the service post to hosts that only the service can reach.
 *
 * @param patterns names as URIs have them, {@code *.example.org} for all below a domain, or {@code
 *     *} for all
 */
public record AllowedHosts(List<String> patterns) {
  /** Copies, in lower case; refuses what is no host of any endpoint, with the property's name. */
  public AllowedHosts {
    patterns = patterns.stream().map(p -> p.strip().toLowerCase(Locale.ROOT)).toList();
    patterns.forEach(AllowedHosts::check);
  }

  private static void check(String pattern) {
    String host = pattern.startsWith("*.") ? pattern.substring(2) : pattern;
    try {
      if (pattern.equals("*") || host.equals(new URI("http://" + host + "/").getHost())) {
        return;
      }
    } catch (URISyntaxException e) {
      // Reported below, with the other wrong ones.
    }
    throw new IllegalArgumentException(
        "reprise.ebms.allowed-hosts: '%s' is neither a host, without scheme, port and path, nor *.DOMAIN nor *"
            .formatted(pattern));
  }

  /** Whether an endpoint's host is one of them; a host is judged by its name, not its address. */
  public boolean allow(URI endpoint) {
    String host = endpoint.getHost();
    return host != null
        && PatternMatchUtils.simpleMatch(
            patterns.toArray(String[]::new), host.toLowerCase(Locale.ROOT));
  }
}
