package org.reprise.load.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;

/**
 * The checkout that a command works in: where the services' jars are, where results go, and where
 * what stays between commands is kept.
 *
 * @param root the repository's top folder
 */
public record Home(Path root) {
  private static final String PROPERTY = "reprise.home";
  private static final String RESULTS = "reprise.results";

  public Home {
    if (!root.isAbsolute()) {
      throw new IllegalArgumentException("not an absolute path: " + root);
    }
  }

  /** The one that the launcher names by {@code -Dreprise.home}, else the current folder. */
  public static Home current() {
    return new Home(Path.of(System.getProperty(PROPERTY, "")).toAbsolutePath().normalize());
  }

  /**
   * Where runs are kept; {@code -Dreprise.results} names another place. It may not be there yet.
   *
   * @throws EnvironmentException where no folder can be there
   */
  public Path results() {
    var other = System.getProperty(RESULTS);
    var results = other == null ? root.resolve("results") : Path.of(other).toAbsolutePath();
    require(Files.isDirectory(nearest(results)), results, "is no folder");
    return results;
  }

  /** The same, for a command that will write there. */
  public Path writableResults() {
    var results = results();
    require(Files.isWritable(nearest(results)), results, "cannot be written to");
    return results;
  }

  private static void require(boolean condition, Path results, String complaint) {
    if (!condition) {
      throw new EnvironmentException(
          "runs cannot be kept in %s: %s %s (REPRISE_RESULTS names another place)"
              .formatted(results, nearest(results), complaint));
    }
  }

  private static Path nearest(Path path) {
    var parent = path.getParent();
    return Files.exists(path) || parent == null ? path : nearest(parent);
  }

  /**
   * What stays between commands: data of {@code reprise up}, secrets, pid files. Only its owner may
   * look.
   */
  public Path state() {
    return own(root.resolve(".reprise"), isRoot() ? "rwx--x--x" : "rwx------");
  }

  /** Root's servers run as another user, who must get through. */
  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** A folder below it which only its owner may enter. */
  public Path ownState(String name) {
    return own(state().resolve(name), "rwx------");
  }

  private static Path own(Path folder, String permissions) {
    try {
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(folder);
      }
      var wanted = PosixFilePermissions.fromString(permissions);
      if (Files.getFileStore(folder).supportsFileAttributeView("posix")
          && !Files.getPosixFilePermissions(folder).equals(wanted)) {
        Files.setPosixFilePermissions(folder, wanted);
      }
      return folder;
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot make %s, where what stays between commands is kept: %s".formatted(folder, e), e);
    }
  }

  public Path run() {
    return state().resolve("run");
  }

  public Path envFile() {
    return root.resolve(".env");
  }

  /**
   * The executable jar of a service.
   *
   * @throws EnvironmentException where it is not built
   */
  public Path serviceJar(String module) {
    var target = root.resolve(module).resolve("target");
    var jars = new ArrayList<Path>();
    if (Files.isDirectory(target)) {
      try (var found = Files.newDirectoryStream(target, module + "-*-app.jar")) {
        found.forEach(jars::add);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot list " + target, e);
      }
    }
    return jars.stream()
        .max(Comparator.comparing(jar -> jar.toFile().lastModified()))
        .orElseThrow(() ->
            new EnvironmentException(
                "there is no %s-*-app.jar in %s: run ./mvnw -pl %s -am package -DskipTests"
                    .formatted(module, target, module)));
  }

  public Path pidFile(String name) {
    return run().resolve(name + "-" + ProcessHandle.current().pid() + ".pid");
  }
}
