package org.reprise.ebms.send;

import java.net.URI;
import java.util.List;
import java.util.Locale;

/**
 * The hosts to which messages may be sent. An agreement comes from outside: without this list it
 * could make the service post to hosts that only the service can reach.
 *
 * @param patterns names as URIs have them, {@code *.example.org} for all below a domain, or {@code
 *     *} for all
 */
public record AllowedHosts(List<String> patterns) {
  /** Copies, in lower case. */
  public AllowedHosts {
    patterns = patterns.stream().map(p -> p.strip().toLowerCase(Locale.ROOT)).toList();
  }

  /** Whether an endpoint's host is one of them; a host is judged by its name, not its address. */
  public boolean allow(URI endpoint) {
    String host = endpoint.getHost();
    if (host == null) {
      return false;
    }
    String name = host.toLowerCase(Locale.ROOT);
    for (String pattern : patterns) {
      if (pattern.equals("*")
          || pattern.equals(name)
          || (pattern.startsWith("*.") && name.endsWith(pattern.substring(1)))) {
        return true;
      }
    }
    return false;
  }
}
