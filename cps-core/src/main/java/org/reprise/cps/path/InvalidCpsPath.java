package org.reprise.cps.path;

import org.reprise.cps.fault.InvalidRequest;

/** A cps-path or xpath that cannot be read, or that the schema has no place for. */
public final class InvalidCpsPath extends InvalidRequest {
  /**
   * @param path what was sent
   * @param reason what is wrong with it, and where
   */
  public InvalidCpsPath(String path, String reason) {
    super("CPS Path is invalid", "'%s': %s".formatted(abbreviate(path), reason));
  }

  private static String abbreviate(String path) {
    return path.length() <= 400 ? path : path.substring(0, 400) + "…";
  }
}
