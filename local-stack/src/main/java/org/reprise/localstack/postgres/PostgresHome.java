package org.reprise.localstack.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.reprise.localstack.process.FileTree;
import org.reprise.localstack.process.FreePort;
import org.reprise.localstack.process.LocalStackException;
import org.reprise.localstack.process.ServerHome;
import org.reprise.localstack.process.StopSignal;
import org.reprise.localstack.process.Strays;

/** The files of one PostgreSQL: its data, its log, its password and its pid file. */
final class PostgresHome extends ServerHome {
  private static final SecureRandom RANDOM = new SecureRandom();

  private PostgresHome(Path place, boolean temporary) {
    super(place, temporary);
  }

  /** A home at a place that the caller chose, new or left by an earlier server. */
  static PostgresHome kept(Path place) {
    PostgresHome home = new PostgresHome(place, false);
    FileTree.makePrivate(home.directory());
    return home;
  }

  static PostgresHome thrownAway(Path runDirectory, String name, boolean detached) {
    PostgresHome home = new PostgresHome(freshPlace(runDirectory, "postgres"), true);
    home.reserve(name, home.stopSignal(), detached);
    return home;
  }

  /** The home that a running server was given, either way. */
  static PostgresHome existing(Path place) {
    return new PostgresHome(place, isTemporary(place));
  }

  /** The settings of this module, which PostgreSQL's own file includes. */
  Path configuration() {
    return data().resolve("reprise.conf");
  }

  /**
   * A port to start on where none is fixed. A kept server comes back at the port of its last start
   * while that is free, so that its clients find it again; its first one is below those that the
   * kernel gives to outgoing connections, so that nobody takes it while the server is away.
   */
  int choosePort() {
    if (temporary()) {
      return FreePort.loopback();
    }
    OptionalInt former = formerPort();
    return former.isPresent() && FreePort.isFree(former.getAsInt())
        ? former.getAsInt()
        : FreePort.lasting();
  }

  void rememberPort(int port) throws IOException {
    Files.writeString(portFile(), port + "\n");
  }

  private OptionalInt formerPort() {
    try {
      return OptionalInt.of(Integer.parseInt(Files.readString(portFile()).strip()));
    } catch (IOException | NumberFormatException notKnown) {
      return OptionalInt.empty();
    }
  }

  // Outside of the data: a standby's are deleted where it is copied anew.
  private Path portFile() {
    return directory().resolve("port");
  }

  Path passwordFile() {
    return directory().resolve("password");
  }

  /** A checkpoint is only worth its time when the data is wanted again. */
  StopSignal stopSignal() {
    return temporary() ? StopSignal.QUIT : StopSignal.INT;
  }

  String password() {
    try {
      return Files.readString(passwordFile()).strip();
    } catch (IOException e) {
      throw new LocalStackException("cannot read the server's password: " + e, e);
    }
  }

  /** Keeps the password of the server that is here, or generates one. */
  void establishPassword() {
    if (!Files.exists(passwordFile())) {
      byte[] bytes = new byte[18];
      RANDOM.nextBytes(bytes);
      writePassword(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }
  }

  void writePassword(String password) {
    try {
      Path unfinished = directory().resolve("password.new");
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

  @Override
  public void requireUnused(Consumer<String> progress) {
    super.requireUnused(progress);
    // A server here that is not noted may be somebody's own; a cluster in the making is not.
    Strays.end(unfinishedData());
    PostmasterFile.releaseReusedPid(data());
  }
}
