package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressDisplayTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void writesALineForEachStep() {
    try (var display =
        new ProgressDisplay(new PrintStream(out, true, StandardCharsets.UTF_8), false, 3)) {
      display.step("looking at the machine");
      display.step("starting PostgreSQL");
    }
    assertThat(
            out.toString(StandardCharsets.UTF_8).lines().map(line -> line.replaceAll(".*] ", "")))
        .containsExactly("looking at the machine", "starting PostgreSQL");
  }
}
