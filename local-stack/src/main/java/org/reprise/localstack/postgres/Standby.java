package org.reprise.localstack.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.reprise.localstack.process.DirectoryLock;
import org.reprise.localstack.process.FileTree;
import org.reprise.localstack.process.LocalStackException;
import org.reprise.localstack.process.ProcessEnded;

/**
 * Starts a streaming hot standby of a running server: a replication slot, a copy of the data, and a
 * server on the copy that follows the primary through the slot. A copy that an earlier start left
 * follows on from where it was, while the primary still has the WAL from there.
 */
final class Standby {
  /** The prefix of this module's replication slots. */
  static final String SLOTS = "reprise_standby_";

  static final String NAME = "PostgreSQL standby";

  private static final String SIGNAL = "standby.signal";

  /** The primary no longer has what a standby needs. */
  static final class WalLost extends LocalStackException {
    private static final long serialVersionUID = 1L;

    WalLost(String message) {
      super(message);
    }
  }

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
    PostgresLaunch launch = site.launch(detached, progress);
    String slot = slot(home);
    Supplier<LocalPostgres> following =
        () -> {
          home.writePassword(primary.home().password());
          var running = launch.start(NAME, home, configuration(primary, slot), OptionalInt.empty());
          var replication = new LocalPostgres.Replication(primary, slot);
          return caughtUp(
              primary, new LocalPostgres(site, home, running, replication).endingWithJvm(detached));
        };
    try {
      if (isCopy(home.data(), primary.dataDirectory())) {
        try {
          reserve(primary, slot);
          return following.get();
        } catch (ProcessEnded | WalLost e) {
          progress.accept("The standby cannot follow on: " + e.getMessage());
        }
      }
      progress.accept("Copying the primary's data for a standby");
      FileTree.delete(home.data());
      primary.dropSlots(slot);
      reserve(primary, slot);
      copy(primary, launch, home);
      return following.get();
    } catch (LocalStackException e) {
      primary.dropSlots(slot);
      throw e;
    }
  }

  // A cluster's identifier is the beginning of its control file; the signal ends the copying.
  private static boolean isCopy(Path data, Path primary) {
    Path control = Path.of("global/pg_control");
    try {
      return Files.exists(data.resolve(SIGNAL))
          && Arrays.equals(
              Files.readAllBytes(data.resolve(control)),
              0,
              Long.BYTES,
              Files.readAllBytes(primary.resolve(control)),
              0,
              Long.BYTES);
    } catch (IOException | IndexOutOfBoundsException notWhole) {
      return false;
    }
  }

  private static LocalPostgres caughtUp(LocalPostgres primary, LocalPostgres standby) {
    try {
      standby.requireWal(primary);
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

  // Before the copy or the standby: it keeps the WAL that they need from their beginning.
  private static void reserve(LocalPostgres primary, String slot) {
    primary.query(
        """
        SELECT pg_create_physical_replication_slot(s, true) FROM (VALUES ('%s')) AS named (s)
        WHERE s NOT IN (SELECT slot_name FROM pg_replication_slots)
        """
            .formatted(slot),
        row -> "");
  }

  private static void copy(LocalPostgres primary, PostgresLaunch launch, PostgresHome home) {
    try (Connection connection = primary.database().connect()) {
      BaseBackup.take(connection, primary.dataDirectory(), home.data());
      if (!home.temporary()) {
        launch.sync(home);
      }
      Files.createFile(home.data().resolve(SIGNAL));
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
