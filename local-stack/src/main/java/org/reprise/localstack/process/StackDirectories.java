package org.reprise.localstack.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The directories of local servers.
 *
 * @param cache unpacked programs, made once and kept
 * @param run pid files, logs and data of servers that are thrown away
 */
public record StackDirectories(Path cache, Path run) {
  /** The variable that overrides the place of both. */
  public static final String VARIABLE = "REPRISE_CACHE";

  /**
   * Finds the directories of the current user: below {@code REPRISE_CACHE}, else {@code
   * XDG_CACHE_HOME/reprise}, else {@code ~/.cache/reprise}, else (without a home that can be
   * written) below the directory for temporary files. They are on disk rather than in {@code /tmp},
   * which on many systems is memory: a durable server's figures would be flattered there.
   */
  public static StackDirectories ofCurrentUser() {
    return below(root(Optional.empty()));
  }

  /** Returns the same with a root for where {@code REPRISE_CACHE} names none. */
  public static StackDirectories preferring(Optional<Path> root) {
    return below(root(root));
  }

  static StackDirectories below(Path root) {
    return new StackDirectories(root.resolve("programs"), root.resolve("run"));
  }

  private static Path root(Optional<Path> preferred) {
    String chosen = System.getenv(VARIABLE);
    if (chosen != null && !chosen.isBlank()) {
      return Path.of(chosen).toAbsolutePath();
    }
    return preferred.orElseGet(StackDirectories::ofHome);
  }

  private static Path ofHome() {
    String caches = System.getenv("XDG_CACHE_HOME");
    if (caches != null && Path.of(caches).isAbsolute()) {
      return Path.of(caches, "reprise");
    }
    Path home = Path.of(System.getProperty("user.home"));
    if (Files.isDirectory(home) && Files.isWritable(home)) {
      return home.resolve(".cache/reprise");
    }
    return ofTemporaryFiles();
  }

  // Everybody may write there: another user could have put programs under this name.
  private static Path ofTemporaryFiles() {
    String user = System.getProperty("user.name");
    Path root = Path.of(System.getProperty("java.io.tmpdir"), "reprise-" + user);
    try {
      if (Files.exists(root) && !Files.getOwner(root).getName().equals(user)) {
        throw new LocalStackException(
            root + " belongs to another user: set " + VARIABLE + " to a directory of your own");
      }
    } catch (IOException e) {
      throw new LocalStackException("cannot see who owns " + root + ": " + e, e);
    }
    return root;
  }
}
