package org.reprise.load.deploy;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.reprise.localstack.LocalKafka;
import org.reprise.localstack.LocalPostgres;
import org.reprise.localstack.StandbyState;

/**
 * The servers that services in the background run on, detached, in folders by which a later command
 * finds them. One that died comes back at its port while that is free. The standby is copied anew
 * at each start; the others keep what they have.
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
    BROKER
  }

  /**
   * Those that run.
   *
   * @param died those that have ended and nobody asked them to
   */
  public record Running(
      Optional<LocalPostgres> database,
      Optional<LocalPostgres> standby,
      Optional<LocalKafka> broker,
      Set<Role> died) {
    public Running {
      died = Set.copyOf(died);
    }

    /**
     * The primary.
     *
     * @throws EnvironmentException where it does not run
     */
    public LocalPostgres requireDatabase() {
      return database.orElseThrow(() -> new EnvironmentException("PostgreSQL does not run"));
    }

    /** Where the servers of these roles are, in one line, to be compared with another such line. */
    public String addresses(Set<Role> roles) {
      return roles.stream()
          .sorted()
          .map(role -> role + "=" + address(role).orElse("none"))
          .collect(Collectors.joining(" "));
    }

    private Optional<String> address(Role role) {
      return switch (role) {
        case DATABASE -> database.map(LocalPostgres::jdbcUrl);
        case STANDBY -> standby.map(LocalPostgres::jdbcUrl);
        case BROKER -> broker.map(LocalKafka::bootstrapServers);
      };
    }

    private boolean has(long pid) {
      return database.filter(server -> server.pid() == pid).isPresent()
          || standby.filter(server -> server.pid() == pid).isPresent()
          || broker.filter(server -> server.pid() == pid).isPresent();
    }
  }

  public Running running() {
    var died = EnumSet.noneOf(Role.class);
    if (LocalPostgres.hasDied(databaseFolder())) {
      died.add(Role.DATABASE);
    }
    if (LocalPostgres.hasDied(standbyFolder())) {
      died.add(Role.STANDBY);
    }
    if (LocalKafka.hasDied(brokerFolder())) {
      died.add(Role.BROKER);
    }
    return new Running(
        LocalPostgres.find(databaseFolder()),
        LocalPostgres.find(standbyFolder()),
        LocalKafka.find(brokerFolder()),
        died);
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
      // The primary's start drops the slot that the standby reads from.
      before.standby().ifPresent(LocalPostgres::close);
    }
    var database =
        before
            .database()
            .orElseGet(() -> startDatabase(before.died().contains(Role.DATABASE), progress));
    if (wanted.contains(Role.STANDBY) && !follows(database)) {
      startStandby(database, before.died().contains(Role.STANDBY), progress);
    }
    if (wanted.contains(Role.BROKER) && before.broker().isEmpty()) {
      startBroker(before.died().contains(Role.BROKER), progress);
    }
    return running();
  }

  /** Ends what runs, the standby before its primary. */
  public void stop() {
    stopAllBut(new Running(Optional.empty(), Optional.empty(), Optional.empty(), Set.of()));
  }

  /** Ends what has been started since, the standby before its primary. */
  public void stopAllBut(Running before) {
    var running = running();
    running.broker().filter(server -> !before.has(server.pid())).ifPresent(LocalKafka::close);
    running.standby().filter(server -> !before.has(server.pid())).ifPresent(LocalPostgres::close);
    running.database().filter(server -> !before.has(server.pid())).ifPresent(LocalPostgres::close);
  }

  private boolean follows(LocalPostgres database) {
    return running().standby().isPresent()
        && StandbyState.of(database.database()).stream().anyMatch(StandbyState::streaming);
  }

  private LocalPostgres startDatabase(boolean died, Consumer<String> progress) {
    progress.accept(starting("PostgreSQL", died));
    return LocalPostgres.builder()
        .keepIn(databaseFolder())
        .detached(true)
        .progress(progress)
        .start();
  }

  private void startStandby(LocalPostgres database, boolean died, Consumer<String> progress) {
    running().standby().ifPresent(LocalPostgres::close);
    progress.accept(starting("a standby of PostgreSQL", died));
    database.startStandby(standbyFolder(), progress);
  }

  private void startBroker(boolean died, Consumer<String> progress) {
    progress.accept(starting("Kafka", died));
    LocalKafka.builder().keepIn(brokerFolder()).detached(true).progress(progress).start();
  }

  private static String starting(String what, boolean died) {
    return "starting " + what + (died ? " again, which had died" : "");
  }

  public Path databaseFolder() {
    return state.resolve("postgresql");
  }

  public Path standbyFolder() {
    return state.resolve("postgresql-standby");
  }

  public Path brokerFolder() {
    return state.resolve("kafka");
  }
}
