package org.reprise.load.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Progress read from a log while it is written. */
class LoadChildLinesTest {
  @TempDir private Path folder;

  private final List<ProgressLine> heard = new ArrayList<>();
  private Path log;

  @BeforeEach
  void create() throws IOException {
    log = Files.createFile(folder.resolve("log"));
  }

  /** A look may come between any two bytes, also within a character. */
  @Test
  void aLineIsHeardOnceItIsWhole() throws IOException {
    var text = ("ä€😀\n" + line(1) + "\n" + line(2) + "\nrest").getBytes(StandardCharsets.UTF_8);
    try (var lines = new LoadChild.Lines(log)) {
      for (var one : text) {
        append(new byte[] {one});
        lines.forward(heard::add);
      }
    }
    assertThat(heard).extracting(ProgressLine::done).containsExactly(1L, 2L);
  }

  /** A program that writes without an end of line takes neither memory nor the lines after it. */
  @Test
  void whatHasNoEndIsLeftOut() throws IOException {
    try (var lines = new LoadChild.Lines(log)) {
      append(new byte[3 * LoadChild.Lines.MOST_BYTES]);
      append(("\n" + line(7) + "\n").getBytes(StandardCharsets.UTF_8));
      for (int look = 0; look < 5; look++) {
        lines.forward(heard::add);
      }
    }
    assertThat(heard).extracting(ProgressLine::done).containsExactly(7L);
  }

  private static String line(int done) {
    return new ProgressLine("steady", done, 0, 0, 0).line();
  }

  private void append(byte[] bytes) throws IOException {
    Files.write(log, bytes, StandardOpenOption.APPEND);
  }
}
