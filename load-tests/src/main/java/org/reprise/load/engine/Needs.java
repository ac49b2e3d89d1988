package org.reprise.load.engine;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.localstack.StackDirectories;

/**
 * What a run takes at most.
 *
 * @param seconds of wall time
 * @param diskMiB at any time, where results go and where PostgreSQL has its data
 * @param memoryMiB of all processes together
 */
public record Needs(long seconds, long diskMiB, long memoryMiB) {
  private static final long MIB = 1024L * 1024;

  /**
   * Compares with what is free.
   *
   * @throws EnvironmentException where it cannot fit, saying what to do
   */
  public void requireRoom(Path results) throws IOException {
    var lacking = lacking(results);
    if (lacking.isPresent()) {
      throw new EnvironmentException("the run needs " + lacking.get());
    }
  }

  /** What there is too little of, and what to do; empty where it fits. */
  public Optional<String> lacking(Path results) throws IOException {
    for (var folder : List.of(results, StackDirectories.ofCurrentUser().run())) {
      var disk = freeDisk(folder);
      if (disk / MIB < diskMiB) {
        return Optional.of(
            "up to %,d MiB of disk and %s has %,d MiB free: make room, or take a smaller --profile"
                .formatted(diskMiB, folder, disk / MIB));
      }
    }
    var memory = FreeMemory.here().bytes();
    return memory / MIB >= memoryMiB
        ? Optional.empty()
        : Optional.of(
            ("up to %,d MiB of memory and %,d MiB are free: end other programs, or measure a"
                    + " service that runs elsewhere (--target)")
                .formatted(memoryMiB, memory / MIB));
  }

  /** In words. */
  public String text() {
    return "up to %d min %02d s of wall time, %,d MiB of disk and %,d MiB of memory"
        .formatted(seconds / 60, seconds % 60, diskMiB, memoryMiB);
  }

  /** Bytes that are free where a folder is or would be. */
  public static long freeDisk(Path folder) throws IOException {
    var existing = folder.toAbsolutePath();
    while (!Files.isDirectory(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    FileStore store = Files.getFileStore(existing);
    return store.getUsableSpace();
  }
}
