package org.reprise.load.deploy;

import static java.io.OutputStream.nullOutputStream;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import org.reprise.load.run.CommandLock;
import org.reprise.localstack.FileTree;

/**
 * A service's executable jar taken apart once into its libraries, by Spring Boot's own tool: it
 * starts in half the time of the jar with the jars inside.
 *
 * <p>Each content has a folder of its own, named by its size and checksum, so that a service which
 * runs keeps its files when another version is built. A folder goes when it was not started from
 * for a day and no process of this machine has it on its command line.
 */
final class ServiceJar {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration UNUSED = Duration.ofDays(1);

  private ServiceJar() {}

  static Path extracted(Home home, String module) throws IOException, InterruptedException {
    var original = home.serviceJar(module);
    return extracted(original, home.state().resolve("service").resolve(module));
  }

  /**
   * The same at a place of the caller's choice. Of two commands at once the second waits.
   *
   * @param folder for this service's versions alone
   */
  static synchronized Path extracted(Path original, Path folder)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    try (var _ = CommandLock.take(folder.resolve("lock"), () -> {})) {
      // Its content, since a reproducible build gives every jar the same time.
      var version = folder.resolve(version(original));
      if (!Files.isDirectory(version)) {
        var part = folder.resolve("part-" + UUID.randomUUID());
        extract(original, part);
        Files.move(part, version, StandardCopyOption.ATOMIC_MOVE);
      }
      Files.setLastModifiedTime(version, FileTime.from(Instant.now()));
      deleteUnused(folder, version);
      return version.resolve(original.getFileName());
    }
  }

  private static String version(Path file) throws IOException {
    var checksum = new CRC32C();
    try (var content = new CheckedInputStream(Files.newInputStream(file), checksum)) {
      return "%d-%08x".formatted(content.transferTo(nullOutputStream()), checksum.getValue());
    }
  }

  private static void extract(Path original, Path destination)
      throws IOException, InterruptedException {
    var command =
        List.of(
            JavaCommand.program("java"),
            "-Djarmode=tools",
            "-jar",
            original.toString(),
            "extract",
            "--destination",
            destination.toString());
    try {
      var unused = ShortCommand.output(destination.resolveSibling("."), LIMIT, command);
    } catch (IOException e) {
      throw new EnvironmentException("cannot take apart " + original + ": " + e.getMessage(), e);
    }
  }

  private static void deleteUnused(Path folder, Path current) throws IOException {
    var before = Instant.now().minus(UNUSED);
    try (var versions = Files.newDirectoryStream(folder, Files::isDirectory)) {
      for (var version : versions) {
        if (!version.equals(current)
            && Files.getLastModifiedTime(version).toInstant().isBefore(before)
            && !isStartedFrom(version)) {
          FileTree.delete(version);
        }
      }
    }
  }

  private static boolean isStartedFrom(Path version) {
    return ProcessHandle.allProcesses()
        .anyMatch(process ->
            process.info().commandLine().filter(line -> line.contains(version + "/")).isPresent());
  }
}
