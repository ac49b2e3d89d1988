package org.reprise.load.deploy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The checkout that a command works in.
 *
 * @param root its top folder
 * @param stateFolder see {@link #state}
 */
public record Home(Path root, Path stateFolder) {
  public Home(Path root) {
    this(root, root.resolve(".reprise"));
  }

  /** The one that the launcher names by {@code -Dreprise.home}, else the current folder. */
  public static Home current() {
    return new Home(Path.of(System.getProperty("reprise.home", "")).toAbsolutePath().normalize());
  }

  /** Where runs are; {@code -Dreprise.results} names another place. It may not be there yet. */
  public Path results() {
    var other = System.getProperty("reprise.results");
    return other == null ? root.resolve("results") : Path.of(other).toAbsolutePath();
  }

  /** Returns the same for a command that will write there, or refuses it. */
  public Path writableResults() {
    var nearest = results();
    while (!Files.exists(nearest) && nearest.getParent() != null) {
      nearest = nearest.getParent();
    }
    if (!Files.isDirectory(nearest) || !Files.isWritable(nearest)) {
      throw new EnvironmentException(
          "runs cannot be stored in %s: %s is no folder that can be written to (REPRISE_RESULTS names another place)"
              .formatted(results(), nearest));
    }
    return results();
  }

  /**
   * What stays between commands: data of {@code reprise up}, secrets, pid files. Only its owner may
   * look; root's servers run as another user, who must get through.
   */
  public Path state() {
    var root = "root".equals(System.getProperty("user.name"));
    return own(stateFolder, root ? "rwx--x--x" : "rwx------");
  }

  public Path ownState(String name) {
    return own(state().resolve(name), "rwx------");
  }

  private static Path own(Path folder, String permissions) {
    try {
      Files.createDirectories(folder);
      if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
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

  public Path serviceJar(String module) {
    var target = root.resolve(module, "target");
    // Null where nothing was built yet.
    var jars = target.toFile().listFiles((_, name) -> name.matches(module + "-.*-app\\.jar"));
    return Stream.ofNullable(jars)
        .flatMap(Stream::of)
        .max(Comparator.comparingLong(File::lastModified))
        .map(File::toPath)
        .orElseThrow(() ->
            new EnvironmentException(
                "there is no %s-*-app.jar in %s: run ./mvnw -pl %s -am package -DskipTests"
                    .formatted(module, target, module)));
  }

  public Path pidFile(String name) {
    return run().resolve(name + "-" + ProcessHandle.current().pid() + ".pid");
  }
}
