package org.reprise.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Describes a {@link LocalPostgres} before it is started. */
public final class PostgresBuilder {
  private static final String SLOTS = "reprise_standby_";

  private final Map<String, String> settings = new LinkedHashMap<>();
  private Consumer<String> progress = step -> {};
  private OptionalInt port = OptionalInt.empty();
  private @Nullable Path kept;
  private @Nullable Path runDirectory;
  private @Nullable Path cacheDirectory;
  private @Nullable String password;
  private @Nullable ServerUser user;
  private boolean detached;

  PostgresBuilder() {}

  /**
   * Keeps the server's directory, and starts on what an earlier server left in it.
   *
   * @param directory a directory for this server alone; made when missing
   * @return this
   */
  public PostgresBuilder keepIn(Path directory) {
    kept = directory;
    return this;
  }

  /**
   * Sets where a server that is thrown away has its directory, and {@link Leftovers} look for it.
   *
   * @param directory {@link StackDirectories#run} when not set; made when missing
   * @return this
   */
  public PostgresBuilder runDirectory(Path directory) {
    runDirectory = directory;
    return this;
  }

  /**
   * Sets where PostgreSQL's programs are unpacked, once.
   *
   * @param directory {@link StackDirectories#cache} when not set; made when missing
   * @return this
   */
  public PostgresBuilder cacheDirectory(Path directory) {
    cacheDirectory = directory;
    return this;
  }

  /**
   * Fixes the port; a start on one that is taken fails.
   *
   * @param number a port on 127.0.0.1; a free one is chosen when not set
   * @return this
   */
  public PostgresBuilder port(int number) {
    if (number < 1 || number > 65_535) {
      throw new IllegalArgumentException("not a port: " + number);
    }
    port = OptionalInt.of(number);
    return this;
  }

  /**
   * Fixes the superuser's password.
   *
   * @param secret not empty, on one line; generated when not set
   * @return this
   */
  public PostgresBuilder password(String secret) {
    if (secret.isBlank() || !secret.strip().equals(secret) || secret.lines().count() != 1) {
      throw new IllegalArgumentException("a password is one line without blanks at its ends");
    }
    password = secret;
    return this;
  }

  /**
   * Sets one of PostgreSQL's settings, over those that this module states.
   *
   * @param name the setting's name
   * @param value its value as in {@code postgresql.conf}, without quotes
   * @return this
   */
  public PostgresBuilder setting(String name, String value) {
    settings.put(name, value);
    return this;
  }

  /**
   * Lets the server outlive this JVM.
   *
   * @param outlives whether nothing but a request ends it
   * @return this
   */
  public PostgresBuilder detached(boolean outlives) {
    detached = outlives;
    return this;
  }

  /**
   * Tells what is being done, mostly the unpacking at the first start.
   *
   * @param listener hears one line for each step
   * @return this
   */
  public PostgresBuilder progress(Consumer<String> listener) {
    progress = listener;
    return this;
  }

  PostgresBuilder user(ServerUser as) {
    user = as;
    return this;
  }

  /**
   * Starts the server.
   *
   * @return the server, which accepts connections
   * @throws LocalStackException when it cannot be made or started, with the tail of its log
   * @throws IllegalArgumentException when a setting cannot be one
   */
  public LocalPostgres start() {
    PostgresSettings all = PostgresSettings.standard().with(settings);
    StackDirectories directories = directories();
    PostgresLaunch launch = launch(directories);
    PostgresHome home =
        kept == null
            ? PostgresHome.thrownAway(directories.run(), "PostgreSQL", detached)
            : PostgresHome.kept(kept);
    try (var lock = DirectoryLock.hold(home.lockFile())) {
      home.requireUnused(progress);
      home.establishPassword(password);
      launch.create(home);
      LocalPostgres server = finish(home, launch.start("PostgreSQL", home, all.text(), port), null);
      // Those of standbys whose end nobody could tell this server about.
      server.dropSlots(SLOTS);
      return server;
    } catch (LocalStackException e) {
      home.close();
      throw e;
    }
  }

  LocalPostgres startStandbyOf(LocalPostgres primary) {
    detached = PidFile.read(primary.home().pidFile()).map(PidFile::detached).orElse(false);
    StackDirectories directories = directories();
    PostgresLaunch launch = launch(directories);
    PostgresHome home = PostgresHome.thrownAway(directories.run(), "PostgreSQL standby", detached);
    String slot = SLOTS + PostgresHome.randomHex();
    try {
      home.writePassword(primary.password());
      copy(primary, slot, home);
      String text = configuration(primary, slot);
      LocalPostgres standby =
          finish(
              home,
              launch.start("PostgreSQL standby", home, text, port),
              new LocalPostgres.Replication(primary, slot));
      standby.awaitCaughtUp();
      return standby;
    } catch (LocalStackException e) {
      home.close();
      primary.dropSlots(slot);
      throw e;
    }
  }

  private LocalPostgres finish(
      PostgresHome home,
      PostgresLaunch.Running running,
      LocalPostgres.@Nullable Replication replication) {
    LocalPostgres server = new LocalPostgres(home, running, replication);
    if (!detached) {
      AtExit.add(server);
    }
    return server;
  }

  // The slot first: it keeps the WAL that the copy needs from its beginning.
  private void copy(LocalPostgres primary, String slot, PostgresHome home) {
    progress.accept("Copying the primary's data for a standby");
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
            .formatted(primary.port(), primary.username(), quoted(primary.password()), slot));
    own.put("primary_slot_name", slot);
    try {
      return Files.readString(primary.home().configuration()) + PostgresSettings.lines(own);
    } catch (IOException e) {
      throw new LocalStackException("cannot read the primary's settings: " + e, e);
    }
  }

  private static String quoted(String value) {
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  private PostgresLaunch launch(StackDirectories directories) {
    PostgresPrograms programs =
        PostgresPrograms.in(directories.cache(), PostgresPlatform.current(), progress);
    return new PostgresLaunch(programs, serverUser(), detached);
  }

  private StackDirectories directories() {
    StackDirectories usual = StackDirectories.of(serverUser());
    return new StackDirectories(
        cacheDirectory == null ? usual.cache() : cacheDirectory,
        runDirectory == null ? usual.run() : runDirectory);
  }

  private ServerUser serverUser() {
    if (user == null) {
      user = ServerUser.detect();
    }
    return user;
  }
}
