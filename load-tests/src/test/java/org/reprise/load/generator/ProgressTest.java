package org.reprise.load.generator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgressTest {
  /** A log may be read between any two bytes. */
  @Test
  void readsOnlyWholeLinesOfProgress() {
    var shape = new Shape.Circles(10, 100);
    var recorder = new Recorder(Phase.warmUp("report-exact", shape));
    assertThat(recorder.progress()).isEqualTo("report-exact  0/1000 flows  0 errors");
    var line = "#progress " + recorder.progress() + ".";

    assertThat(Recorder.progress(line)).contains(recorder.progress());
    for (int i = 0; i < line.length(); i++) {
      assertThat(Recorder.progress(line.substring(0, i))).isEmpty();
      assertThat(Recorder.progress(line.substring(line.length() - i))).isEmpty();
    }
    assertThat(Recorder.progress("Simulation started...")).isEmpty();
  }
}
