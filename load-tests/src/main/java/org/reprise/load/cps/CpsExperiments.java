package org.reprise.load.cps;

/** The report's settings by the ids of its baseline's experiments. */
final class CpsExperiments {
  private CpsExperiments() {}

  static LoadPhase remote(String id) {
    var load = id.replace("remote-", "").split("x", -1);
    return new LoadPhase(id, Integer.parseInt(load[0]), new LoadPhase.Circles(Integer.parseInt(load[1])));
  }
}
