package org.reprise.load.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A service's executable jar taken apart once into its libraries, by Spring Boot's own tool: it starts in half the time
 * of the jar with the jars inside.
 */
final class ServiceJar {
  private static final long LIMIT_SECONDS = 60;

  private ServiceJar() {}

  /** The jar to start, taken apart anew where the original has changed since. */
  static Path extracted(Home home, String module) throws IOException, InterruptedException {
    var original = home.serviceJar(module);
    var folder = home.state().resolve("service").resolve(module);
    var version =
        folder.resolve(
            "%x-%x".formatted(Files.getLastModifiedTime(original).toMillis(), Files.size(original)));
    if (!Files.isDirectory(version)) {
      delete(folder);
      var part = folder.resolve("part-" + ProcessHandle.current().pid());
      extract(original, part);
      Files.move(part, version);
    }
    return version.resolve(original.getFileName());
  }

  private static void extract(Path original, Path destination) throws IOException, InterruptedException {
    Files.createDirectories(destination.getParent());
    var process =
        new ProcessBuilder(
                List.of(
                    JavaCommand.java(),
                    "-Djarmode=tools",
                    "-jar",
                    original.toString(),
                    "extract",
                    "--destination",
                    destination.toString()))
            .redirectErrorStream(true)
            .redirectOutput(destination.resolveSibling("extract.log").toFile())
            .start();
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new EnvironmentException(
            "cannot take apart " + original + ": " + Files.readString(destination.resolveSibling("extract.log")));
      }
    } finally {
      process.destroyForcibly();
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (var all = Files.walk(folder)) {
      for (var path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
