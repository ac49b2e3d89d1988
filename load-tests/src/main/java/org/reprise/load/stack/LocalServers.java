package org.reprise.load.stack;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.reprise.localstack.LocalKafka;
import org.reprise.localstack.LocalPostgres;
import org.reprise.localstack.StandbyState;

/**
 * The servers that services in the background run on, detached, in folders by which a later command
 * finds them. The standby is copied anew at each start; the others keep what they have.
 *
 * @param state the folder that theirs are in
 */
public record LocalServers(Path state) {

  /** A server that a service may need. */
  public enum Role {
    /** PostgreSQL, the primary. */
    DATABASE,
    /** A streaming hot standby of it, which answers reads. */
    STANDBY,
    /** Kafka. */
    BROKER
  }

  /** Those that run. */
  public record Running(
      Optional<LocalPostgres> database,
      Optional<LocalPostgres> standby,
      Optional<LocalKafka> broker) {

    /**
     * The primary.
     *
     * @throws EnvironmentException where it does not run
     */
    public LocalPostgres requireDatabase() {
      return database.orElseThrow(() -> new EnvironmentException("PostgreSQL does not run"));
    }
  }

  /** Those that run now. */
  public Running running() {
    return new Running(
        LocalPostgres.find(databaseFolder()),
        LocalPostgres.find(standbyFolder()),
        LocalKafka.find(brokerFolder()));
  }

  /**
   * Starts what is wanted and does not run.
   *
   * @param wanted the database is always wanted
   * @param progress hears each step
   * @return all that run then
   */
  public Running start(Set<Role> wanted, Consumer<String> progress) {
    var before = running();
    if (before.database().isEmpty()) {
      // It has lost its primary, and would look for it at the old address.
      before.standby().ifPresent(LocalPostgres::close);
    }
    var database = before.database().orElseGet(() -> startDatabase(progress));
    if (wanted.contains(Role.STANDBY) && !follows(database)) {
      startStandby(database, progress);
    }
    if (wanted.contains(Role.BROKER) && before.broker().isEmpty()) {
      startBroker(progress);
    }
    return running();
  }

  /** Ends what runs, the standby before its primary. */
  public void stop() {
    var running = running();
    running.broker().ifPresent(LocalKafka::close);
    running.standby().ifPresent(LocalPostgres::close);
    running.database().ifPresent(LocalPostgres::close);
  }

  private boolean follows(LocalPostgres database) {
    return running().standby().isPresent()
        && StandbyState.of(database.database()).stream().anyMatch(StandbyState::streaming);
  }

  private LocalPostgres startDatabase(Consumer<String> progress) {
    progress.accept("starting PostgreSQL");
    return LocalPostgres.builder()
        .keepIn(databaseFolder())
        .detached(true)
        .progress(progress)
        .start();
  }

  private void startStandby(LocalPostgres database, Consumer<String> progress) {
    running().standby().ifPresent(LocalPostgres::close);
    progress.accept("starting a standby of PostgreSQL");
    database.startStandby(standbyFolder(), progress);
  }

  private void startBroker(Consumer<String> progress) {
    progress.accept("starting Kafka");
    LocalKafka.builder().keepIn(brokerFolder()).detached(true).progress(progress).start();
  }

  private Path databaseFolder() {
    return state.resolve("postgresql");
  }

  private Path standbyFolder() {
    return state.resolve("postgresql-standby");
  }

  private Path brokerFolder() {
    return state.resolve("kafka");
  }
}
