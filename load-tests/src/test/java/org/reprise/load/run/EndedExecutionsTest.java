package org.reprise.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.OpenRun;
import org.reprise.load.SampleRun;

class EndedExecutionsTest {
  @TempDir private Path folder;

  @Test
  void whatWasMeasuredIsReadAsItWasWritten() throws Exception {
    var executions = new EndedExecutions(folder.resolve("executions"));
    assertThat(executions.read()).isEmpty();

    var clock = Instant.parse("2026-11-22T20:00:00Z");
    var closed = new EndedExecutions.Ended(clock, SampleRun.published(1).measured());
    var open = new EndedExecutions.Ended(clock, OpenRun.good().measured());
    executions.add("closed", closed);
    executions.add("open", open);
    executions.add("open", open);

    assertThat(executions.read()).containsOnlyKeys("closed", "open");
    assertThat(executions.read().get("closed")).isEqualTo(closed);
    assertThat(executions.read().get("open")).isEqualTo(open);
    try (var files = Files.list(executions.folder())) {
      assertThat(files).hasSize(2);
    }
  }

  /** What it tells of is measured again. */
  @Test
  void aTornFileIsNone() throws Exception {
    var executions = new EndedExecutions(folder);
    executions.add(
        "one", new EndedExecutions.Ended(Instant.EPOCH, SampleRun.published(1).measured()));
    var file = folder.resolve("one.json");
    var text = Files.readString(file);

    for (var length : new int[] {0, 1, 200, text.length() - 3}) {
      Files.writeString(file, text.substring(0, length));
      assertThat(executions.read()).isEmpty();
    }
    for (var damaged : List.of("null", "{}", "\0".repeat(100))) {
      Files.writeString(file, damaged);
      assertThat(executions.read()).as(damaged).isEmpty();
    }
    Files.write(file, new byte[] {'"', (byte) 0xC3, '"'});
    assertThat(executions.read()).isEmpty();
  }
}
