package org.reprise.localstack.postgres;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.reprise.localstack.process.DirectoryLock;
import org.reprise.localstack.process.LocalStackException;
import org.reprise.localstack.process.ServerBuilder;
import org.reprise.localstack.process.StackDirectories;

/** Describes a {@link LocalPostgres} before it is started. */
public final class PostgresBuilder extends ServerBuilder<PostgresBuilder> {
  private static final String NAME = "PostgreSQL";

  private @Nullable Path cacheDirectory;
  private @Nullable ServerUser user;

  PostgresBuilder() {}

  @Override
  protected PostgresBuilder self() {
    return this;
  }

  /** Sets where PostgreSQL's programs are unpacked, instead of {@link StackDirectories#cache}. */
  PostgresBuilder cacheDirectory(Path directory) {
    cacheDirectory = directory;
    return this;
  }

  PostgresBuilder user(ServerUser as) {
    user = as;
    return this;
  }

  /**
   * Starts the server, and waits until it accepts connections.
   *
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
    StackDirectories usual = StackDirectories.preferring(as.cacheDirectory());
    return new Site(
        as,
        new StackDirectories(
            cacheDirectory == null ? usual.cache() : cacheDirectory,
            runDirectory == null ? usual.run() : runDirectory),
        launcher);
  }
}
