package org.reprise.localstack.process;

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
 * The files of a local server: a directory with its data and its log, and a pid file.
 *
 * <p>A kept home holds all of it. Of a temporary one, which goes with its server, the pid file is
 * beside it, written first and deleted last.
 */
public abstract class ServerHome implements AutoCloseable {
  /** The name of a home's subdirectory that holds the server's own files. */
  static final String DATA = "data";

  private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(5);

  /** Directories that a process deletes which goes on after this JVM. */
  private static final Set<Path> BEING_DELETED = ConcurrentHashMap.newKeySet();

  private static final SecureRandom RANDOM = new SecureRandom();

  private final Path directory;
  private final boolean temporary;

  /** A home at a place, which is not looked at. */
  protected ServerHome(Path place, boolean temporary) {
    this.directory = place.toAbsolutePath().normalize();
    this.temporary = temporary;
  }

  /** Returns whether the home at a place, which an earlier server was given, is a temporary one. */
  protected static boolean isTemporary(Path place) {
    return Files.exists(beside(place.toAbsolutePath().normalize()));
  }

  /** Returns a new place for a temporary home. */
  protected static Path freshPlace(Path runDirectory, String prefix) {
    byte[] bytes = new byte[6];
    RANDOM.nextBytes(bytes);
    return FileTree.makeReadable(runDirectory.toAbsolutePath().normalize())
        .resolve(prefix + "-" + HexFormat.of().formatHex(bytes));
  }

  /**
   * Makes the directory of a temporary home, and before it the pid file, without a process.
   *
   * @param name what the server is, for people
   * @param signal how it is asked to end
   * @param detached whether it outlives this JVM
   */
  protected void reserve(String name, StopSignal signal, boolean detached) {
    ProcessIdentity owner = detached ? null : ProcessIdentity.ofThisJvm();
    new PidFile(name, null, owner, signal, true).write(pidFile());
    FileTree.makePrivate(directory);
    AtExit.add(this);
  }

  private static Path beside(Path directory) {
    return directory.resolveSibling(directory.getFileName() + PidFile.SUFFIX);
  }

  public Path directory() {
    return directory;
  }

  /** Returns whether the directory goes with its server. */
  public boolean temporary() {
    return temporary;
  }

  /** Returns what {@link Leftovers} know the server by. */
  public Path pidFile() {
    return temporary ? beside(directory) : directory.resolve("server" + PidFile.SUFFIX);
  }

  /** Returns whether the server that was started here outlives its JVM. */
  public boolean isDetached() {
    return PidFile.read(pidFile()).map(PidFile::detached).orElse(false);
  }

  /** Returns the directory of the server's own files. */
  public Path data() {
    return directory.resolve(DATA);
  }

  /** Returns where the data is until it is complete. */
  public Path unfinishedData() {
    return directory.resolve("data.new");
  }

  public Path log() {
    return directory.resolve("server.log");
  }

  /** Returns the file to lock while a server is started here. */
  public Path lockFile() {
    return directory.resolve("lock");
  }

  /** Ends the server that a killed JVM left here; refuses when somebody still answers for it. */
  public void requireUnused(Consumer<String> progress) {
    PidFile.read(pidFile())
        .ifPresent(found -> {
          if (found.elsewhere()) {
            throw new LocalStackException(
                "%s was last used by %s of another machine or container (%s), and whether it still runs cannot be seen from here: end it there, or delete %s if it is gone"
                    .formatted(directory, found.name(), found.place(), pidFile()));
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
  public void endWithJvm(AutoCloseable server, boolean detached) {
    if (detached) {
      AtExit.remove(this);
    } else {
      AtExit.add(server);
    }
  }

  /** Deletes the directory if it is temporary. */
  @Override
  public void close() {
    AtExit.remove(this);
    if (temporary) {
      delete(directory, pidFile());
    }
  }

  /**
   * Deletes a temporary home, its pid file last. A server with many databases has tens of thousands
   * of files, and who waits for the end of a JVM kills it in the end: while the JVM ends, a process
   * of its own goes on with what takes longer than a few seconds.
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
            EXIT_TIMEOUT);
    if (exitCode.isEmpty()) {
      BEING_DELETED.add(directory);
    } else if (exitCode.getAsInt() != 0) {
      FileTree.delete(directory);
      FileTree.delete(pidFile);
    }
  }
}
