package org.reprise.load.cps;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Unique anchor names: the configured prefix, a token of this run, a number. The token keeps runs
 * that share a service apart: a run counts and removes only what it made itself.
 *
 * @param ownPrefix what every name of this run begins with, and no other run's
 */
record AnchorNames(String ownPrefix, AtomicLong made) {
  /** Names of a run that another process began. */
  AnchorNames(String ownPrefix) {
    this(ownPrefix, new AtomicLong());
  }

  /**
   * Names for a run of its own.
   *
   * @param prefix as configured
   * @throws IllegalArgumentException for what not every CPS takes in a name
   */
  static AnchorNames of(String prefix) {
    if (!prefix.matches("[A-Za-z0-9_-]{1,64}")) {
      throw new IllegalArgumentException(
          "anchor prefix: 1 to 64 letters, digits, '-' or '_', not '" + prefix + "'");
    }
    var token = Long.toString(new SecureRandom().nextLong(36L * 36 * 36 * 36 * 36 * 36), 36);
    return new AnchorNames(prefix + token + "-");
  }

  String next() {
    return ownPrefix + made.getAndIncrement();
  }
}
