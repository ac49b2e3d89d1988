package org.reprise.cps.dataspace;

import org.reprise.cps.fault.InvalidRequest;

public final class DataspaceNotFound extends InvalidRequest {
  public DataspaceNotFound(String name) {
    super("Dataspace not found", "Dataspace with name %s does not exist.".formatted(name));
  }
}
