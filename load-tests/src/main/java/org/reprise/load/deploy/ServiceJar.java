package org.reprise.load.deploy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.reprise.load.run.CommandLock;
import org.reprise.localstack.process.FileTree;

/**
 * A service's executable jar taken apart once into its libraries, by Spring Boot's own tool: it
 * starts in half the time of the jar with the jars inside.
 *
 * <p>Each content has a folder of its own, named by its size and checksum, so that a service which
 * runs keeps its files when another version is built. A folder goes when it was not started from
 * for a day and no process of this machine has it on its command line.
 */
final class ServiceJar {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final Duration UNUSED = Duration.ofDays(1);

  private ServiceJar() {}

  /** Takes it apart in a folder for its versions. Of two commands at once the second waits. */
  static synchronized Path extracted(Path original, Path folder)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    try (var _ = CommandLock.take(folder.resolve("lock"), () -> {})) {
      // Its content, since a reproducible build gives every jar the same time.
      var version = folder.resolve(version(original));
      if (!Files.isDirectory(version)) {
        var part = folder.resolve("part-" + UUID.randomUUID());
        var command =
            List.of(
                Commands.ofJdk("java"),
                "-Djarmode=tools",
                "-jar",
                original.toString(),
                "extract",
                "--destination",
                part.toString());
        try {
          var _ = Commands.output(folder, LIMIT, command);
        } catch (IOException e) {
          throw new EnvironmentException(
              "cannot take apart " + original + ": " + e.getMessage(), e);
        }
        Files.move(part, version, StandardCopyOption.ATOMIC_MOVE);
      }
      Files.setLastModifiedTime(version, FileTime.from(Instant.now()));
      deleteUnused(folder);
      return version.resolve(original.getFileName());
    }
  }

  private static String version(Path file) throws IOException {
    var checksum = new CRC32C();
    try (var content = FileChannel.open(file)) {
      checksum.update(content.map(FileChannel.MapMode.READ_ONLY, 0, content.size()));
      return "%d-%08x".formatted(content.size(), checksum.getValue());
    }
  }

  private static void deleteUnused(Path folder) throws IOException {
    var before = FileTime.from(Instant.now().minus(UNUSED));
    try (var versions = Files.newDirectoryStream(folder, Files::isDirectory)) {
      for (var version : versions) {
        if (Files.getLastModifiedTime(version).compareTo(before) < 0
            && ProcessHandle.allProcesses()
                .noneMatch(it -> it.info().commandLine().orElse("").contains(version + "/"))) {
          FileTree.delete(version);
        }
      }
    }
  }
}
