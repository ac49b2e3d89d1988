package org.reprise.load.cps;

/** The report's settings by the ids of its baseline's experiments. */
final class CpsExperiments {
  private CpsExperiments() {}

  static Phase remote(String id) {
    var load = id.replace("remote-", "").split("x", -1);
    return new Phase(id, Integer.parseInt(load[0]), new Phase.Circles(Integer.parseInt(load[1])));
  }
}
