package org.reprise.gc.configuration;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A configuration that is contributed.
 *
 * @param component the URI of its component
 * @param isBaseline whether it is one, else it is a stream
 * @param global its id where it is one of this server; null for an application's
 * @param local the number of its row where it is an application's; null for one of this server
 */
public record Target(
    String uri, String component, boolean isBaseline, @Nullable Long global, @Nullable Long local) {
  public Target {
    Objects.requireNonNull(uri);
    Objects.requireNonNull(component);
    if ((global == null) == (local == null)) {
      throw new IllegalArgumentException("a target is either global or local: " + uri);
    }
  }

  /** Returns whether it is one of this server, which has contributions. */
  public boolean isGlobal() {
    return global != null;
  }
}
