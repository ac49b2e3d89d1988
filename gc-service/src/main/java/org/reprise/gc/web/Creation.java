package org.reprise.gc.web;

import java.util.List;
import org.reprise.gc.configuration.GlobalConfiguration;

/**
 * Something that can be created from a configuration.
 *
 * @param part of the address that its form is sent to
 * @param title that the form proposes
 */
record Creation(String part, String label, String title) {
  static final Creation STREAM = new Creation("streams", "New stream", "");
  static final Creation STAGING = new Creation("staging", "New staging stream", "");
  static final Creation BASELINE = new Creation("baselines", "Create baseline", "");

  static List<Creation> from(GlobalConfiguration one) {
    if (one.isStaging()) {
      return List.of(new Creation(BASELINE.part, "Commit as baseline", one.title()));
    }
    return one.isStream()
        ? List.of(BASELINE, new Creation(STAGING.part, STAGING.label, "Staging of " + one.title()))
        : List.of(STREAM);
  }
}
