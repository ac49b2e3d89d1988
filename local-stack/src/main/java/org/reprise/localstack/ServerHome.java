package org.reprise.localstack;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * What every local server has on disk: a directory with its data and its log, and a pid file.
 *
 * <p>A kept home holds all of it. Of a thrown-away one the pid file is beside it, written first and
 * deleted last.
 *
 * @param directory the server's own
 * @param pidFile what {@link Leftovers} know the server by
 * @param temporary whether the directory goes with its server
 */
record ServerHome(Path directory, Path pidFile, boolean temporary) implements AutoCloseable {
  /** The name of a home's subdirectory that holds the server's own files. */
  static final String DATA = "data";

  private static final Duration LONGEST_AT_EXIT = Duration.ofSeconds(5);

  /** Directories that a process deletes which goes on after this JVM. */
  private static final Set<Path> BEING_DELETED = ConcurrentHashMap.newKeySet();

  private static final SecureRandom RANDOM = new SecureRandom();

  /** A home at a place that the caller chose, new or left by an earlier server. */
  static ServerHome kept(Path place) {
    Path directory = place.toAbsolutePath().normalize();
    return new ServerHome(FileTree.makePrivate(directory), inside(directory), false);
  }

  /**
   * A new home that goes with its server.
   *
   * @param runDirectory where it is made
   * @param prefix what the directory's name begins with
   * @param reservation the pid file's content until there is a process
   */
  static ServerHome thrownAway(Path runDirectory, String prefix, PidFile reservation) {
    Path run = FileTree.makeReadable(runDirectory.toAbsolutePath().normalize());
    Path directory = run.resolve(prefix + "-" + randomHex());
    ServerHome home = new ServerHome(directory, beside(directory), true);
    reservation.write(home.pidFile());
    FileTree.makePrivate(directory);
    AtExit.add(home);
    return home;
  }

  /** The home that a running server was given, either way. */
  static ServerHome existing(Path place) {
    Path directory = place.toAbsolutePath().normalize();
    Path beside = beside(directory);
    return Files.exists(beside)
        ? new ServerHome(directory, beside, true)
        : new ServerHome(directory, inside(directory), false);
  }

  private static Path inside(Path directory) {
    return directory.resolve("server" + PidFile.SUFFIX);
  }

  private static Path beside(Path directory) {
    return directory.resolveSibling(directory.getFileName() + PidFile.SUFFIX);
  }

  static String randomHex() {
    byte[] bytes = new byte[6];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  Path data() {
    return directory.resolve(DATA);
  }

  Path unfinishedData() {
    return directory.resolve("data.new");
  }

  Path log() {
    return directory.resolve("server.log");
  }

  Path lockFile() {
    return directory.resolve("lock");
  }

  /** Ends the server that a killed JVM left here; refuses when somebody still answers for it. */
  void requireUnused(Consumer<String> progress) {
    PidFile.read(pidFile)
        .ifPresent(found -> {
          if (found.elsewhere()) {
            throw new LocalStackException(
                "%s was last used by %s of another machine or container (%s), and whether it still runs cannot be seen from here: end it there, or delete %s if it is gone"
                    .formatted(directory, found.name(), found.place(), pidFile));
          }
          if (found.running()) {
            end(found, progress);
          }
        });
  }

  private void end(PidFile found, Consumer<String> progress) {
    ProcessIdentity process = Objects.requireNonNull(found.process());
    ProcessIdentity owner = found.owner();
    if (!found.orphaned()) {
      throw new LocalStackException(
          directory
              + " is in use by "
              + found.name()
              + " (pid "
              + process.pid()
              + (owner == null ? "), started detached" : ") of the JVM of pid " + owner.pid())
              + ": stop it first, or choose another directory");
    }
    progress.accept(
        "Stopping " + found.name() + " (pid " + process.pid() + ") that a killed run left behind");
    LocalProcess.of(found.name(), process, found.signal()).close();
  }

  /** Lets the end of the JVM be a server's end, unless it is detached. */
  void endWithJvm(AutoCloseable server, boolean detached) {
    if (detached) {
      AtExit.remove(this);
    } else {
      AtExit.add(server);
    }
  }

  @Override
  public void close() {
    AtExit.remove(this);
    if (temporary) {
      delete(directory, pidFile);
    }
  }

  /**
   * Deletes a thrown-away home, its pid file last. A server with many databases has tens of
   * thousands of files, and who waits for the end of a JVM kills it in the end: while the JVM ends,
   * a process of its own goes on with what takes longer than a few seconds.
   */
  static void delete(Path directory, Path pidFile) {
    if (!AtExit.isEnding()) {
      FileTree.delete(directory);
      FileTree.delete(pidFile);
    } else if (!BEING_DELETED.contains(directory)) {
      deleteAtExit(directory, pidFile);
    }
  }

  private static void deleteAtExit(Path directory, Path pidFile) {
    OptionalInt exitCode =
        Programs.begin(
            List.of(
                "/bin/sh",
                "-c",
                "rm -rf -- \"$1\" && rm -f -- \"$2\"",
                "sh",
                directory.toString(),
                pidFile.toString()),
            LONGEST_AT_EXIT);
    if (exitCode.isEmpty()) {
      BEING_DELETED.add(directory);
    } else if (exitCode.getAsInt() != 0) {
      FileTree.delete(directory);
      FileTree.delete(pidFile);
    }
  }
}
