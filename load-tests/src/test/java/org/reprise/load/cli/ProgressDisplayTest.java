package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.load.deploy.Phases;

class ProgressDisplayTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** The first start on a machine unpacks programs: that is no step of those announced. */
  @Test
  void whatGoesOnWithinAPhaseIsNoStep() {
    try (var display =
        new ProgressDisplay(new PrintStream(out, true, StandardCharsets.UTF_8), false, 3)) {
      display.step("looking at the machine");
      Phases phases = display;
      phases.accept("starting PostgreSQL");
      for (var what : List.of("unpacking", "making a cluster")) {
        Phases.within(phases).accept(what);
      }
      phases.accept("starting cps-core");
    }
    assertThat(
            out.toString(StandardCharsets.UTF_8).lines().map(line -> line.replaceAll(".*] ", "")))
        .containsExactly(
            "looking at the machine",
            "starting PostgreSQL",
            "starting PostgreSQL: unpacking",
            "starting PostgreSQL: making a cluster",
            "starting cps-core");
  }
}
