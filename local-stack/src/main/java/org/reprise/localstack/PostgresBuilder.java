package org.reprise.localstack;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Describes a {@link LocalPostgres} before it is started. */
public final class PostgresBuilder {
  private static final String NAME = "PostgreSQL";

  private final Map<String, String> settings = new LinkedHashMap<>();
  private Consumer<String> progress = step -> {};
  private OptionalInt port = OptionalInt.empty();
  private @Nullable Path kept;
  private @Nullable Path runDirectory;
  private @Nullable Path cacheDirectory;
  private @Nullable ServerUser user;
  private boolean detached;
  private List<String> launcher = List.of();

  PostgresBuilder() {}

  /**
   * Keeps the server's directory, and starts on what an earlier server left in it.
   *
   * @param directory a directory for this server alone; made when missing
   */
  public PostgresBuilder keepIn(Path directory) {
    kept = directory;
    return this;
  }

  /**
   * Sets where a server that is thrown away has its directory, and {@link Leftovers} look for it.
   *
   * @param directory {@link StackDirectories#run} when not set; made when missing
   */
  public PostgresBuilder runDirectory(Path directory) {
    runDirectory = directory;
    return this;
  }

  /**
   * Sets where PostgreSQL's programs are unpacked, once.
   *
   * @param directory {@link StackDirectories#cache} when not set; made when missing
   */
  public PostgresBuilder cacheDirectory(Path directory) {
    cacheDirectory = directory;
    return this;
  }

  /**
   * Fixes the port; a start on one that is taken fails.
   *
   * @param number a port on 127.0.0.1; when not set, a kept server's former one while that is free,
   *     else a free one
   */
  public PostgresBuilder port(int number) {
    if (number < 1 || number > 65_535) {
      throw new IllegalArgumentException("not a port: " + number);
    }
    port = OptionalInt.of(number);
    return this;
  }

  /**
   * Sets one of PostgreSQL's settings, over those that this module states.
   *
   * @param name the setting's name
   * @param value its value as in {@code postgresql.conf}, without quotes
   */
  public PostgresBuilder setting(String name, String value) {
    settings.put(name, value);
    return this;
  }

  /**
   * Lets the server outlive this JVM.
   *
   * @param outlives whether nothing but a request ends it
   */
  public PostgresBuilder detached(boolean outlives) {
    detached = outlives;
    return this;
  }

  /**
   * Tells what is being done, mostly the unpacking at the first start.
   *
   * @param listener hears one line for each step
   */
  public PostgresBuilder progress(Consumer<String> listener) {
    progress = listener;
    return this;
  }

  /**
   * Sets what the server is launched by.
   *
   * @param words see {@link LocalProcess.Builder#launchedBy}
   */
  public PostgresBuilder launchedBy(List<String> words) {
    launcher = List.copyOf(words);
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
    Site site = site();
    PostgresLaunch launch = site.launch(detached, progress);
    PostgresHome home =
        kept == null
            ? PostgresHome.thrownAway(site.directories().run(), NAME, detached)
            : PostgresHome.kept(kept);
    try {
      return DirectoryLock.holding(home.lockFile(), () -> start(site, launch, home, all));
    } catch (LocalStackException e) {
      home.close();
      throw e;
    }
  }

  private LocalPostgres start(
      Site site, PostgresLaunch launch, PostgresHome home, PostgresSettings all) {
    home.requireUnused(progress);
    home.establishPassword();
    launch.create(home);
    PostgresLaunch.Running running = launch.start(NAME, home, all.text(), port);
    LocalPostgres server = new LocalPostgres(site, home, running, null).endingWithJvm(detached);
    try {
      server.dropSlots(Standby.SLOTS); // of standbys that were never closed
      return server;
    } catch (LocalStackException e) {
      server.close();
      throw e;
    }
  }

  private Site site() {
    ServerUser as = user == null ? ServerUser.detect() : user;
    StackDirectories usual = StackDirectories.of(as);
    return new Site(
        as,
        new StackDirectories(
            cacheDirectory == null ? usual.cache() : cacheDirectory,
            runDirectory == null ? usual.run() : runDirectory),
        launcher);
  }
}
