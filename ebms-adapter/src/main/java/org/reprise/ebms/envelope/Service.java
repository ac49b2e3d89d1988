package org.reprise.ebms.envelope;

import org.jspecify.annotations.Nullable;

/** The service that acts on a message; without a type its name is a URI. */
public record Service(@Nullable String type, String name) {
  /** The service of all signals between message handlers. */
  public static final Service SIGNALS = new Service(null, Namespaces.SIGNALS);

  /** Whether messages of this service are for message handlers and not for applications. */
  public boolean isSignals() {
    return name.equals(Namespaces.SIGNALS);
  }
}
