package org.reprise.load.deploy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;

/**
 * The checkout that a command works in: where the services' jars are, where results go, and where
 * what stays between commands is kept.
 *
 * @param root the repository's top folder
 */
public record Home(Path root) {
  private static final String PROPERTY = "reprise.home";
  private static final int DIGEST_BYTES = 10;
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

  /**
   * The same, for a command that will write there.
   *
   * @throws EnvironmentException where this user may not
   */
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

  /** The path itself or what there is of it. */
  private static Path nearest(Path path) {
    var parent = path.getParent();
    return Files.exists(path) || parent == null ? path : nearest(parent);
  }

  /**
   * What stays between commands: data of {@code reprise up}, secrets, pid files. Only its owner may
   * look.
   */
  public Path state() {
    var state = root.resolve(".reprise");
    try {
      if (!Files.isDirectory(state)) {
        Files.createDirectories(state);
      }
      keepToOwner(state);
      return state;
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot make %s, where what stays between commands is kept: %s".formatted(state, e), e);
    }
  }

  /** Root's servers run as another user, who must get through. */
  private static void keepToOwner(Path state) throws IOException {
    if (Files.getFileStore(state).supportsFileAttributeView("unix")) {
      var root = Files.getAttribute(state, "unix:uid").equals(0);
      var wanted = PosixFilePermissions.fromString(root ? "rwx--x--x" : "rwx------");
      if (!Files.getPosixFilePermissions(state).equals(wanted)) {
        Files.setPosixFilePermissions(state, wanted);
      }
    }
  }

  /** A folder below it which only its owner may enter. */
  public Path ownState(String name) {
    var folder = state().resolve(name);
    try {
      Files.createDirectories(folder);
      if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
      }
      return folder;
    } catch (IOException e) {
      throw new EnvironmentException("cannot make %s: %s".formatted(folder, e), e);
    }
  }

  public Path run() {
    return state().resolve("run");
  }

  /** The file with the secrets of docker-compose.yml. */
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

  /** What tells a file's content from any other. */
  public static String digest(Path file) throws IOException {
    try (var content = Files.newInputStream(file)) {
      var digest = MessageDigest.getInstance("SHA-256");
      content.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
      return HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** A pid file of this command's own. */
  public Path pidFile(String name) {
    return run().resolve(name + "-" + ProcessHandle.current().pid() + ".pid");
  }
}
