package org.reprise.trs.application;

import java.util.Locale;

/** The applications of the report. Each may run as a separate process. */
public enum Application {
  /** Change management: work items, which have no versions (Rational Team Concert). */
  CCM(true, false),
  /** Quality management: test cases (Rational Quality Manager). */
  QM(true, true),
  /** Requirements management: requirements (DOORS Next Generation). */
  RM(true, true),
  /** The server that vouches for proxied requests; it has no resources (Jazz Team Server). */
  JTS(false, false);

  private final boolean hasResources;
  private final boolean isVersioned;

  Application(boolean hasResources, boolean isVersioned) {
    this.hasResources = hasResources;
    this.isVersioned = isVersioned;
  }

  /** The first segment of the paths of its resources, which is also its name in the database. */
  public String path() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether it has projects, artifacts and a feed. */
  public boolean hasResources() {
    return hasResources;
  }

  /** Returns whether each save of an artifact makes a new version, selected by configurations. */
  public boolean isVersioned() {
    return isVersioned;
  }
}
