package org.reprise.load.cps;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Unique anchor names: the prefix of the report's test application, a token of this run, a number.
 * The token keeps runs that share a service apart: a run counts and removes only what it made
 * itself.
 *
 * @param ownPrefix what every name of this run begins with, and no other run's
 */
record AnchorNames(String ownPrefix, AtomicLong made) {
  /** Names of a run that another process began. */
  AnchorNames(String ownPrefix) {
    this(ownPrefix, new AtomicLong());
  }

  /** Names for a run of its own. */
  static AnchorNames ofOneRun() {
    var token = Long.toString(new SecureRandom().nextLong(36L * 36 * 36 * 36 * 36 * 36), 36);
    return new AnchorNames("test-anchor-" + token + "-");
  }

  String next() {
    return ownPrefix + made.getAndIncrement();
  }
}
