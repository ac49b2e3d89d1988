package org.reprise.load.gatling;

import io.gatling.javaapi.core.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The command line of a Gatling run in a JVM of its own. Gatling ends with 0 though every request
 * failed: whoever starts it judges by what it left.
 */
public final class GatlingCommand {
  /** The file that makes a folder the result of a Gatling run. */
  private static final String LOG = "simulation.log";

  private GatlingCommand() {}

  /** The program and its flags; the class path comes by the environment's {@code CLASSPATH}. */
  public static List<String> jvm() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "--enable-native-access=ALL-UNNAMED",
        "--add-opens=java.base/java.lang=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-XX:+UseParallelGC",
        "-Xmx512m");
  }

  /** Gatling and its own arguments; system properties stand between {@link #jvm} and these. */
  public static List<String> simulation(
      Class<? extends Simulation> simulation, Path results, String description) {
    return List.of(
        "io.gatling.app.Gatling",
        "-s",
        simulation.getName(),
        "-rf",
        results.toString(),
        "-rd",
        description);
  }

  /**
   * The newest result below a folder.
   *
   * @throws IOException where the folder cannot be read
   */
  public static Optional<Path> newest(Path results) throws IOException {
    if (!Files.isDirectory(results)) {
      return Optional.empty();
    }
    try (var folders = Files.list(results)) {
      return folders
          .filter(folder -> Files.isRegularFile(folder.resolve(LOG)))
          .max(Comparator.comparing(folder -> folder.resolve(LOG).toFile().lastModified()));
    }
  }

  /**
   * Gatling makes a folder named after class and time: moves the report in the newest of them to
   * {@code results} itself, so that it lies under the experiment's name alone.
   *
   * @throws IOException where a file cannot be moved
   */
  public static void flatten(Path results) throws IOException {
    Optional<Path> made = newest(results);
    if (made.isPresent()) {
      try (var files = Files.list(made.get())) {
        for (var file : files.toList()) {
          Files.move(
              file, results.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
      }
      Files.delete(made.get());
    }
  }
}
