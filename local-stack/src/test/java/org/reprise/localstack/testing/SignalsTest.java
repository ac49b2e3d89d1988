package org.reprise.localstack.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignalsTest {
  @TempDir private Path directory;

  /** Its child, too: the file does not grow. */
  @Test
  void stoppedProcessDoesNothingUntilItIsResumed() throws Exception {
    Path file = Files.createFile(directory.resolve("lines"));
    Process process =
        new ProcessBuilder("/bin/sh", "-c", "sh -c 'while :; do echo line; done' & wait")
            .redirectOutput(file.toFile())
            .start();
    try {
      await().until(() -> Files.size(file) > 0);
      for (int round = 0; round < 20; round++) {
        Signals.stop(process.pid());
        long size = Files.size(file);
        Thread.sleep(20);
        assertThat(Files.size(file)).isEqualTo(size);
        Signals.resume(process.pid());
        await().until(() -> Files.size(file) > size);
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
