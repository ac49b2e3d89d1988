package org.reprise.trs.fill;

import org.reprise.trs.application.Application;

/**
 * The numbers of things with which an application is filled.
 *
 * @param projects project areas, which are components with one stream each
 * @param baselines in each stream
 * @param artifacts in all projects together
 */
record Volumes(int projects, int baselines, int artifacts) {
  private static final int PROJECTS = 131;
  private static final int BASELINES = 2;
  private static final int WORK_ITEMS = 223_843;
  private static final int TEST_CASES = 437_959;
  // The report does not say how many; as many as there are work items.
  private static final int REQUIREMENTS = 223_843;

  static Volumes of(Application application, double scale) {
    int artifacts =
        switch (application) {
          case CCM -> WORK_ITEMS;
          case QM -> TEST_CASES;
          case RM -> REQUIREMENTS;
          case JTS -> 0;
        };
    return new Volumes(PROJECTS, BASELINES, (int) Math.max(1, Math.round(artifacts * scale)));
  }
}
