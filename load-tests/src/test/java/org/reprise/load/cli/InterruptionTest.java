package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.deploy.Commands;

/** A signal while results are written. */
class InterruptionTest {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final String BEGUN = "begun";
  private static final String WRITTEN = "written";

  @TempDir private Path folder;

  @Test
  void aSignalWhileResultsAreWrittenWaitsForThem() throws Exception {
    var process =
        new ProcessBuilder(
                List.of(
                    Commands.ofJdk("java"),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Writer.class.getName(),
                    folder.toString()))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log.txt").toFile())
            .start();
    try {
      await().atMost(LIMIT).until(() -> Files.exists(folder.resolve(BEGUN)) || !process.isAlive());
      process.destroy();
      assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(folder.resolve(WRITTEN))
        .as(Files.readString(folder.resolve("log.txt")))
        .hasContent("all");
  }

  /** A command that is asked to end just before it writes its results. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) throws Exception {
      var folder = Path.of(arguments[0]);
      try (var interruption = new Interruption()) {
        interruption.finish();
        Files.writeString(folder.resolve(BEGUN), "");
        while (!Interruption.requested()) {
          Thread.onSpinWait();
        }
        synchronized (interruption) {
          // The signal's thread has let go of it: an interrupt would have arrived by now.
          try (var channel =
              FileChannel.open(
                  folder.resolve(WRITTEN),
                  StandardOpenOption.CREATE_NEW,
                  StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap("all".getBytes(StandardCharsets.UTF_8)));
          }
        }
      }
    }
  }
}
