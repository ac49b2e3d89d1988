package org.reprise.cps.path;

import org.reprise.cps.fault.Excerpt;
import org.reprise.cps.fault.InvalidRequest;

/** A cps-path or xpath that cannot be read, or that the schema has no place for. */
public final class InvalidCpsPath extends InvalidRequest {
  public InvalidCpsPath(String path, String reason) {
    super("CPS Path is invalid", "'%s': %s".formatted(Excerpt.of(path, 400), reason));
  }
}
