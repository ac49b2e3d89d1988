package org.reprise.load.cps;

import java.io.IOException;
import java.util.List;
import org.reprise.cps.sample.Devices;
import org.reprise.load.cps.CpsFlow.Request;
import org.reprise.load.engine.Outcome;
import org.reprise.load.measure.Check;

/**
 * The devices of ONAP CPS's own performance tests ({@code WritePerfTest}, {@code GetPerfTest}):
 * written in one request, as a tree and as list entries, and read. Theirs are of OpenROADM's model;
 * ours have as many fragments each. They call the Java API, this the REST API.
 */
record CpsDevices(CpsRest rest, String anchor, Outcome outcome) {
  // The first is a warm-up, whose times those of the second replace.
  private static final List<Integer> COUNTS = List.of(50, 50, 100, 200, 400);
  private static final String SCHEMA_SET = "test-devices";

  void measure(int max) throws IOException, InterruptedException {
    rest.prepare(SCHEMA_SET, Devices.yangZip());
    for (var count : COUNTS.stream().filter(it -> it <= max).toList()) {
      var devices = Devices.devices(0, count);
      rest.send(CpsFlow.createAnchor(SCHEMA_SET, anchor));
      time("devices-written." + count, "nodes", "{\"reprise-devices:devices\":" + devices + "}");
      var begin = System.nanoTime();
      var read = rest.tree(anchor, "v2").findPath("device").size();
      outcome.quantity("devices-read." + count, (System.nanoTime() - begin) / 1e6);
      outcome.add(new Check("devices-read." + count, read == count, read + " devices are read"));
      rest.perform(CpsOperation.DELETE_ANCHOR, anchor);

      rest.send(CpsFlow.createAnchor(SCHEMA_SET, anchor));
      rest.send(post("nodes", Devices.EMPTY_TREE));
      time("devices-added." + count, "list-nodes?xpath=%2Fdevices", devices);
      rest.perform(CpsOperation.DELETE_ANCHOR, anchor);
    }
  }

  private void time(String quantity, String path, String body)
      throws IOException, InterruptedException {
    var begin = System.nanoTime();
    rest.send(post(path, body));
    outcome.quantity(quantity, (System.nanoTime() - begin) / 1e6);
  }

  private Request post(String path, String body) {
    return new Request("POST", CpsFlow.ANCHORS + "/" + anchor + "/" + path, body, 201);
  }
}
