package org.reprise.load.report;

import org.reprise.load.baseline.LoadModel;
import org.reprise.load.run.ExperimentRecord;
import org.reprise.load.run.RunRecord;

/** What kind of table a report has, which follows from its loads. */
enum Layout {
  /** Settings × operations, of users who wait for their answers. */
  CLOSED,

  /** Rates and their steps. */
  OPEN,

  /** Operations × what runs beside them. */
  WORKFLOWS;

  static Layout of(RunRecord run) {
    return run.experiments().stream()
        .map(ExperimentRecord::loadModel)
        .map(Layout::of)
        .filter(layout -> layout != CLOSED)
        .findFirst()
        .orElse(CLOSED);
  }

  private static Layout of(LoadModel load) {
    return switch (load) {
      case LoadModel.Closed _ -> CLOSED;
      case LoadModel.Open _ -> OPEN;
      case LoadModel.Workflows _ -> WORKFLOWS;
    };
  }
}
