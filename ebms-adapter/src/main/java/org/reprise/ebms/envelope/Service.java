package org.reprise.ebms.envelope;

import org.jspecify.annotations.Nullable;

/**
 * The service that acts on a message.
 *
 * @param type how the name is to be understood; null where it is a URI
 */
public record Service(@Nullable String type, String name) {
  /** The service of all signals between message handlers. */
  public static final Service SIGNALS = new Service(null, Namespaces.SIGNALS);

  public Service {
    Required.text(name, "Service");
  }

  /** Whether messages of this service are for message handlers and not for applications. */
  public boolean isSignals() {
    return name.equals(Namespaces.SIGNALS);
  }
}
