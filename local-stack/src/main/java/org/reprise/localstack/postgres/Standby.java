package org.reprise.localstack.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Consumer;
import org.reprise.localstack.process.DirectoryLock;
import org.reprise.localstack.process.FileTree;
import org.reprise.localstack.process.LocalStackException;

/**
 * Makes a streaming hot standby of a running server: a replication slot, a copy of the data, and a
 * server on the copy that follows the primary through the slot.
 */
final class Standby {
  /** The prefix of this module's replication slots. */
  static final String SLOTS = "reprise_standby_";

  static final String NAME = "PostgreSQL standby";

  private Standby() {}

  static LocalPostgres start(
      Site site,
      LocalPostgres primary,
      PostgresHome home,
      boolean detached,
      Consumer<String> progress) {
    try {
      return DirectoryLock.holding(
          home.lockFile(), () -> startLocked(site, primary, home, detached, progress));
    } catch (LocalStackException e) {
      home.close();
      throw e;
    }
  }

  private static LocalPostgres startLocked(
      Site site,
      LocalPostgres primary,
      PostgresHome home,
      boolean detached,
      Consumer<String> progress) {
    home.requireUnused(progress);
    FileTree.delete(home.data());
    PostgresLaunch launch = site.launch(detached, progress);
    String slot = slot(home);
    primary.dropSlots(slot);
    try {
      home.writePassword(primary.home().password());
      progress.accept("Copying the primary's data for a standby");
      copy(primary, slot, home);
      PostgresLaunch.Running running =
          launch.start(NAME, home, configuration(primary, slot), OptionalInt.empty());
      var replication = new LocalPostgres.Replication(primary, slot);
      return caughtUp(new LocalPostgres(site, home, running, replication).endingWithJvm(detached));
    } catch (LocalStackException e) {
      primary.dropSlots(slot);
      throw e;
    }
  }

  private static LocalPostgres caughtUp(LocalPostgres standby) {
    try {
      standby.awaitCaughtUp();
      return standby;
    } catch (LocalStackException e) {
      standby.close();
      throw e;
    }
  }

  // The same at each start in one place, so that a standby that was lost leaves no slot behind.
  private static String slot(PostgresHome home) {
    byte[] place = home.directory().toString().getBytes(StandardCharsets.UTF_8);
    return SLOTS + UUID.nameUUIDFromBytes(place).toString().replace("-", "");
  }

  // The slot first: it keeps the WAL that the copy needs from its beginning.
  private static void copy(LocalPostgres primary, String slot, PostgresHome home) {
    try (Connection connection = primary.database().connect()) {
      try (PreparedStatement reserve =
          connection.prepareStatement("SELECT pg_create_physical_replication_slot(?, true)")) {
        reserve.setString(1, slot);
        reserve.execute();
      }
      BaseBackup.take(connection, primary.dataDirectory(), home.data());
      Files.createFile(home.data().resolve("standby.signal"));
    } catch (SQLException | IOException e) {
      throw new LocalStackException("cannot make a standby: " + e.getMessage(), e);
    }
  }

  /** The primary's settings, and behind them, where they win, what a standby needs. */
  private static String configuration(LocalPostgres primary, String slot) {
    Map<String, String> own = new LinkedHashMap<>();
    own.put(
        "primary_conninfo",
        "host=127.0.0.1 port=%d user=%s password=%s application_name=%s"
            .formatted(primary.port(), LocalPostgres.USERNAME, primary.home().password(), slot));
    own.put("primary_slot_name", slot);
    try {
      return Files.readString(primary.home().configuration()) + PostgresSettings.lines(own);
    } catch (IOException e) {
      throw new LocalStackException("cannot read the primary's settings: " + e, e);
    }
  }
}
