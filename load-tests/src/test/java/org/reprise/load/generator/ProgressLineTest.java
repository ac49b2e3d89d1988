package org.reprise.load.generator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgressLineTest {
  /** A log may be read between any two bytes. */
  @Test
  void readsOnlyWholeLines() {
    var progress = new ProgressLine("report-exact", 17, 1000, 2);
    var line = progress.line();

    assertThat(ProgressLine.parse(line)).contains(progress);
    for (int i = 0; i < line.length(); i++) {
      assertThat(ProgressLine.parse(line.substring(0, i))).isEmpty();
      assertThat(ProgressLine.parse(line.substring(line.length() - i))).isEmpty();
    }
    assertThat(ProgressLine.parse("Simulation started...")).isEmpty();
  }
}
