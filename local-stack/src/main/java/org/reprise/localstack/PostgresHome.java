package org.reprise.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one server has on disk: its data, its log, its password and its pid file.
 *
 * <p>A kept home holds all of it. Of a thrown-away one the pid file is beside it, written first and
 * deleted last.
 */
final class PostgresHome implements AutoCloseable {
  /** The name of a home's subdirectory that holds PostgreSQL's own files. */
  static final String DATA = "data";

  private static final SecureRandom RANDOM = new SecureRandom();

  private final Path directory;
  private final Path pidFile;
  private final boolean temporary;

  private PostgresHome(Path directory, Path pidFile, boolean temporary) {
    this.directory = directory;
    this.pidFile = pidFile;
    this.temporary = temporary;
  }

  /** A home at a place that the caller chose, new or left by an earlier server. */
  static PostgresHome kept(Path place) {
    Path directory = place.toAbsolutePath().normalize();
    return new PostgresHome(
        FileTree.makePrivate(directory), directory.resolve("server.pid"), false);
  }

  /** A new home that goes with its server. */
  static PostgresHome thrownAway(Path runDirectory, String name, boolean detached) {
    Path run = FileTree.makeReadable(runDirectory.toAbsolutePath().normalize());
    Path directory = run.resolve("postgres-" + randomHex());
    Path pidFile = run.resolve(directory.getFileName() + PidFile.SUFFIX);
    PostgresHome home = new PostgresHome(directory, pidFile, true);
    ProcessIdentity owner = detached ? null : ProcessIdentity.ofThisJvm();
    new PidFile(name, null, owner, home.stopSignal(), true).write(pidFile);
    FileTree.makePrivate(directory);
    AtExit.add(home);
    return home;
  }

  /** The home that a running server was given, either way. */
  static PostgresHome existing(Path place) {
    Path directory = place.toAbsolutePath().normalize();
    Path beside = directory.resolveSibling(directory.getFileName() + PidFile.SUFFIX);
    return Files.exists(beside)
        ? new PostgresHome(directory, beside, true)
        : new PostgresHome(directory, directory.resolve("server.pid"), false);
  }

  static String randomHex() {
    byte[] bytes = new byte[6];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  Path directory() {
    return directory;
  }

  Path data() {
    return directory.resolve(DATA);
  }

  /** Where the data is until it is whole. */
  Path unfinishedData() {
    return directory.resolve("data.new");
  }

  Path log() {
    return directory.resolve("server.log");
  }

  /** The settings of this module, which PostgreSQL's own file includes. */
  Path configuration() {
    return data().resolve("reprise.conf");
  }

  Path pidFile() {
    return pidFile;
  }

  Path lockFile() {
    return directory.resolve("lock");
  }

  Path passwordFile() {
    return directory.resolve("password");
  }

  boolean temporary() {
    return temporary;
  }

  /** A checkpoint is only worth its time when the data is wanted again. */
  StopSignal stopSignal() {
    return temporary ? StopSignal.QUIT : StopSignal.INT;
  }

  String password() {
    try {
      return Files.readString(passwordFile()).strip();
    } catch (IOException e) {
      throw new LocalStackException("cannot read the server's password: " + e, e);
    }
  }

  /** The password of the server that is here, else the wished one, else a generated one. */
  String establishPassword(@Nullable String wished) {
    if (Files.exists(passwordFile())) {
      String present = password();
      if (wished != null && !wished.equals(present)) {
        throw new LocalStackException(
            "the server in " + directory + " was made with another password than the given one");
      }
      return present;
    }
    byte[] bytes = new byte[18];
    RANDOM.nextBytes(bytes);
    String password =
        wished != null ? wished : Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    writePassword(password);
    return password;
  }

  void writePassword(String password) {
    try {
      Path unfinished = directory.resolve("password.new");
      Files.deleteIfExists(unfinished);
      Files.createFile(
          unfinished,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(unfinished, password + "\n");
      Files.move(unfinished, passwordFile(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new LocalStackException("cannot write the server's password: " + e, e);
    }
  }

  /** Ends the server that a killed JVM left here; refuses when somebody still answers for it. */
  void requireUnused(Consumer<String> progress) {
    PidFile.read(pidFile).filter(PidFile::running).ifPresent(found -> end(found, progress));
    // A server here that is not noted may be somebody's own; a cluster in the making is not.
    endStrays(unfinishedData());
    PostmasterFile.releaseReusedPid(data());
  }

  /**
   * Ends what a JVM that was killed had started below a directory and not noted: initdb, or a
   * server in the instant between its start and its pid file. They are known by their command
   * lines.
   */
  static void endStrays(Path below) {
    ProcessHandle.allProcesses()
        .filter(process -> isStray(process.info().commandLine().orElse(""), below))
        .flatMap(process -> ProcessIdentity.of(process.pid()).stream())
        .forEach(stray -> LocalProcess.of("stray", stray, StopSignal.QUIT).close());
  }

  private static boolean isStray(String command, Path below) {
    return command.contains(below.toString())
        && (command.contains("/bin/initdb ") || command.contains("/bin/postgres "));
  }

  private void end(PidFile found, Consumer<String> progress) {
    ProcessIdentity process = Objects.requireNonNull(found.process());
    ProcessIdentity owner = found.owner();
    if (!found.orphaned()) {
      throw new LocalStackException(
          directory
              + " is in use by PostgreSQL (pid "
              + process.pid()
              + (owner == null ? "), started detached" : ") of the JVM of pid " + owner.pid())
              + ": stop it first, or choose another directory");
    }
    progress.accept(
        "Stopping PostgreSQL (pid " + process.pid() + ") that a killed run left behind");
    LocalProcess.of(found.name(), process, found.signal()).close();
  }

  /** Deletes what is thrown away. */
  @Override
  public void close() {
    AtExit.remove(this);
    if (temporary) {
      FileTree.delete(directory);
      FileTree.delete(pidFile);
    }
  }
}
