package org.reprise.load.cps;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * Unique anchor names: the configured prefix, a token of this run, a number. The token keeps runs
 * that share a service apart: a run counts and removes only what it made itself.
 */
public final class AnchorNames {
  private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private final String ownPrefix;
  private final AtomicLong next = new AtomicLong();

  /**
   * Names for a run of its own.
   *
   * @param prefix as configured, letters, digits, {@code -} and {@code _}
   */
  public static AnchorNames of(String prefix) {
    requirePrefix(prefix);
    var token = Long.toString(new SecureRandom().nextLong(36L * 36 * 36 * 36 * 36 * 36), 36);
    return new AnchorNames(prefix + token + "-");
  }

  /**
   * Names of a run that another process began.
   *
   * @param ownPrefix of that run, see {@link #ownPrefix}
   */
  AnchorNames(String ownPrefix) {
    this.ownPrefix = ownPrefix;
  }

  /**
   * Requires what every CPS takes in a name.
   *
   * @throws IllegalArgumentException where it is something else
   */
  static void requirePrefix(String prefix) {
    if (!PREFIX.matcher(prefix).matches()) {
      throw new IllegalArgumentException(
          "anchor prefix: 1 to 64 letters, digits, '-' or '_', not '" + prefix + "'");
    }
  }

  String next() {
    return ownPrefix + next.getAndIncrement();
  }

  /** What every name of this run begins with, and no other run's. */
  public String ownPrefix() {
    return ownPrefix;
  }
}
