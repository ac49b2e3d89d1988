package org.reprise.localstack.postgres;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reprise.localstack.process.AtExit;
import org.reprise.localstack.process.Leftovers;
import org.reprise.localstack.process.LocalProcess;
import org.reprise.localstack.process.LocalStackException;
import org.reprise.localstack.process.Waiting;

/**
 * A real PostgreSQL as processes of the current user, on a free port of 127.0.0.1, durable unless
 * it is set otherwise. Its data is kept where the builder says, else thrown away on close.
 *
 * <pre>{@code
 * try (LocalPostgres primary = LocalPostgres.builder().start();
 *     LocalPostgres standby = primary.startStandby()) {
 *   Database orders = primary.database("orders");
 *   standby.awaitCaughtUp();
 * }
 * }</pre>
 *
 * <p>The server ends on {@link #close}, when the JVM ends, and, if the JVM was killed, by {@link
 * Leftovers#stop} or by the next start on the same directory.
 */
public final class LocalPostgres implements AutoCloseable {
  static final String USERNAME = "postgres";

  private static final Duration GRACE = Duration.ofSeconds(60);
  // A server that was suspended accepts connections and never answers.
  private static final Duration ANSWER = Duration.ofSeconds(20);
  private static final Duration SLOT = Duration.ofSeconds(5);
  private static final Duration CATCH_UP = Duration.ofMinutes(5);

  private final Site site;
  private final PostgresHome home;
  private final LocalProcess process;
  private final int port;
  private final @Nullable Replication replication;
  private final List<LocalPostgres> standbys = new CopyOnWriteArrayList<>();

  /** The source of a standby's data. */
  record Replication(LocalPostgres primary, String slot) {}

  LocalPostgres(
      Site site,
      PostgresHome home,
      PostgresLaunch.Running running,
      @Nullable Replication replication) {
    this.site = site;
    this.home = home;
    this.process = running.process();
    this.port = running.port();
    this.replication = replication;
  }

  /** Returns a builder whose server is thrown away and has this module's settings. */
  public static PostgresBuilder builder() {
    return new PostgresBuilder();
  }

  /** Returns where servers that are thrown away have their directories, where none is set. */
  public static Path usualRunDirectory() {
    return Site.usual().directories().run();
  }

  /**
   * Finds a running server by its directory, whoever started it.
   *
   * @param directory what {@link #directory} returned where it was started
   */
  public static Optional<LocalPostgres> find(Path directory) {
    PostgresHome home = PostgresHome.existing(directory);
    return LocalProcess.find(home.pidFile())
        .flatMap(process ->
            PostmasterFile.read(home.data())
                .filter(file -> file.pid() == process.pid())
                .map(file -> new PostgresLaunch.Running(process, file.port()))
                .map(running -> new LocalPostgres(Site.usual(), home, running, null)));
  }

  /**
   * Returns whether the server of a directory has ended and nobody asked it to.
   *
   * @param directory what {@link #directory} returned where it was started
   * @return false while it runs, after {@link #close}, and when there never was one
   */
  public static boolean hasDied(Path directory) {
    return LocalProcess.hasDied(PostgresHome.existing(directory).pidFile());
  }

  /** Returns the JDBC URL of the server's own database, without credentials. */
  public String jdbcUrl() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + USERNAME;
  }

  /** Returns the TCP port on 127.0.0.1. */
  public int port() {
    return port;
  }

  /** Returns the process id of the postmaster, whose children serve the sessions. */
  public long pid() {
    return process.pid();
  }

  /** Returns where the server has data, log and password; one that is kept starts on it again. */
  public Path directory() {
    return home.directory();
  }

  /** Returns PostgreSQL's own data directory, below {@link #directory}. */
  public Path dataDirectory() {
    return home.data();
  }

  public Path log() {
    return home.log();
  }

  /** Returns whether the postmaster runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Asks the server for its version, such as {@code 18.6}. */
  public String version() {
    return query("SHOW server_version", row -> row.getString(1)).getFirst();
  }

  /**
   * Returns the settings that are not PostgreSQL's defaults, as SHOW prints them; without the
   * connection to a primary, which holds the password.
   */
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    query(
            """
            SELECT name, current_setting(name) FROM pg_settings
            WHERE source IN ('configuration file', 'command line') AND name <> 'primary_conninfo'
            ORDER BY name
            """,
            row -> Map.entry(row.getString(1), row.getString(2)))
        .forEach(setting -> settings.put(setting.getKey(), setting.getValue()));
    return settings;
  }

  /** Returns the address of the server's own database, with the superuser's credentials. */
  public Database database() {
    return new Database(jdbcUrl(), USERNAME, home.password());
  }

  /**
   * Makes a database, and the role of the same name that owns it and is no superuser, unless they
   * are there.
   *
   * @param name letters, digits and underscores in lower case, at most 63
   * @return its address, with the credentials of its owner
   * @throws IllegalArgumentException when the name is none
   */
  public Database database(String name) {
    return database().create(name);
  }

  /**
   * Returns the address of a database, with its owner's credentials, without a look whether it is
   * there: on a standby it comes with replication.
   *
   * @param name as {@link #database(String)} took it on the primary
   */
  public Database address(String name) {
    return database().owned(name);
  }

  /**
   * Starts a streaming hot standby: a physical replica on a port of its own, which answers reads
   * and refuses writes. It is thrown away on close, and closed before its primary.
   *
   * @return the standby, serving reads of at least everything committed before this call
   */
  public LocalPostgres startStandby() {
    return startStandby(step -> {});
  }

  /** Starts a streaming hot standby, and reports each step. */
  public LocalPostgres startStandby(Consumer<String> progress) {
    return startStandby(List.of(), progress);
  }

  /**
   * Starts a streaming hot standby that is launched by something else.
   *
   * @param launcher see {@link LocalProcess.Builder#launchedBy}
   */
  public LocalPostgres startStandby(List<String> launcher, Consumer<String> progress) {
    PostgresHome own =
        PostgresHome.thrownAway(site.directories().run(), Standby.NAME, isDetached());
    return startStandby(site.launchedBy(launcher), own, progress);
  }

  /**
   * Starts a streaming hot standby at a place of the caller's choice, where {@link #find} finds it.
   * What an earlier standby left there follows on, or is deleted where it is no whole copy of this
   * server, does not start, or needs WAL that this server no longer has.
   *
   * @param directory a directory for this standby alone; made when missing
   */
  public LocalPostgres startStandby(Path directory, Consumer<String> progress) {
    return startStandby(site.launchedBy(List.of()), PostgresHome.kept(directory), progress);
  }

  private LocalPostgres startStandby(Site at, PostgresHome own, Consumer<String> progress) {
    LocalPostgres standby = Standby.start(at, this, own, isDetached(), progress);
    standbys.add(standby);
    return standby;
  }

  PostgresHome home() {
    return home;
  }

  /** Lets the end of the JVM be the server's end, unless it is detached. */
  LocalPostgres endingWithJvm(boolean detached) {
    home.endWithJvm(this, detached);
    return this;
  }

  private boolean isDetached() {
    return home.isDetached();
  }

  /**
   * Waits until this standby shows everything that was committed on its primary before this call.
   *
   * @throws LocalStackException when it is still behind after five minutes
   * @throws IllegalStateException when this server was not started as a standby by this JVM
   */
  public void awaitCaughtUp() {
    if (replication == null) {
      throw new IllegalStateException("PostgreSQL on port " + port + " is no standby of this JVM");
    }
    StandbyState.awaitReplay(replication.primary().database(), database(), CATCH_UP);
  }

  /**
   * Ends the server, its standbys first; deletes its directory unless it is kept. Does nothing when
   * it was closed before. A server that was started detached ends as well.
   */
  @Override
  public synchronized void close() {
    AtExit.remove(this);
    List.copyOf(standbys).forEach(LocalPostgres::close);
    process.stop(GRACE);
    home.close();
    if (replication != null) {
      Waiting.despiteInterruption(() -> replication.primary().forget(this, replication.slot()));
    }
  }

  /** Requires that the primary still has the WAL from which this standby has to follow on. */
  void requireWal(LocalPostgres primary) {
    String written = primary.ask("pg_current_wal_flush_lsn()");
    // It replays what it holds itself, and then asks for what follows.
    String asks =
        "pg_last_wal_receive_lsn() IS NOT NULL OR pg_last_wal_replay_lsn() >= '" + written + "'";
    Waiting.require("the standby's own WAL", CATCH_UP, () -> ask(asks).equals("t"));
    String from = ask("coalesce(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())");
    // What begins a segment is in the file that is named by the byte after it.
    String exists =
        """
        '%1$s' = pg_current_wal_flush_lsn() OR '%1$s' < pg_current_wal_flush_lsn() AND EXISTS (
          SELECT 1 FROM pg_ls_waldir() WHERE name = pg_walfile_name('%1$s'::pg_lsn + 1))
        """
            .formatted(from);
    if (!primary.ask(exists).equals("t")) {
      throw new Standby.WalLost("The primary no longer has the WAL from " + from);
    }
  }

  private String ask(String expression) {
    return query("SELECT " + expression, row -> String.valueOf(row.getString(1))).getFirst();
  }

  private void forget(LocalPostgres standby, String slot) {
    standbys.remove(standby);
    if (isAlive()) {
      Waiting.until(SLOT, () -> dropSlots(slot));
    }
  }

  /** Drops this module's slots that nobody uses, and says whether the named one is gone. */
  boolean dropSlots(String prefix) {
    query(
        """
        SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots
        WHERE NOT active AND slot_name ^@ '%s'
        """
            .formatted(prefix),
        row -> "");
    return query(
            "SELECT 1 FROM pg_replication_slots WHERE slot_name ^@ '" + prefix + "'", row -> "")
        .isEmpty();
  }

  <T> List<T> query(String statement, Database.RowReader<T> reader) {
    return database().query(ANSWER, statement, reader);
  }
}
