package org.reprise.load.deploy;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

  /** A server that a service may need, in the order in which they are started. */
  public enum Role {
    DATABASE("postgresql", "PostgreSQL", "postgresql"),
    /** A streaming hot standby of it, which answers reads. */
    STANDBY("standby", "a standby of PostgreSQL", "postgresql-standby"),
    BROKER("kafka", "Kafka", "kafka");

    private final String title;
    private final String program;
    private final String folder;

    Role(String title, String program, String folder) {
      this.title = title;
      this.program = program;
      this.folder = folder;
    }

    public String title() {
      return title;
    }

    String program() {
      return program;
    }
  }

  /**
   * A server that runs, by JDBC URL or bootstrap servers; {@code postgres} is empty for the broker.
   */
  public record Server(String address, long pid, Optional<LocalPostgres> postgres, Runnable end) {
    public LocalPostgres database() {
      return postgres.orElseThrow();
    }
  }

  /** Finds the server of a role; empty where it does not run. */
  public Optional<Server> find(Role role) {
    return role == Role.BROKER
        ? LocalKafka.find(folder(role))
            .map(it -> new Server(it.bootstrapServers(), it.pid(), Optional.empty(), it::close))
        : LocalPostgres.find(folder(role))
            .map(it -> new Server(it.jdbcUrl(), it.pid(), Optional.of(it), it::close));
  }

  /** Returns the server of a role, which must run. */
  public Server require(Role role) {
    return find(role).orElseThrow(() -> new EnvironmentException(role.program + " does not run"));
  }

  /** Returns whether it has ended and nobody asked it to. */
  public boolean hasDied(Role role) {
    return role == Role.BROKER
        ? LocalKafka.hasDied(folder(role))
        : LocalPostgres.hasDied(folder(role));
  }

  public Set<Long> pids() {
    return Stream.of(Role.values())
        .flatMap(role -> find(role).stream())
        .map(Server::pid)
        .collect(Collectors.toSet());
  }

  /** Returns where the servers of these roles are, to be compared with another such line. */
  public String addresses(Set<Role> roles) {
    return roles.stream()
        .sorted()
        .map(role -> role + "=" + find(role).map(Server::address).orElse("none"))
        .collect(Collectors.joining(" "));
  }

  /** Starts what is wanted and does not run, and always the database. */
  public void start(Set<Role> wanted, Consumer<String> progress) {
    if (find(Role.DATABASE).isEmpty()) {
      // The primary's start drops the slot that the standby reads from.
      end(Role.STANDBY);
    }
    for (var role : Role.values()) {
      if ((role == Role.DATABASE || wanted.contains(role)) && !serves(role)) {
        start(role, progress);
      }
    }
  }

  private boolean serves(Role role) {
    return find(role).isPresent()
        && (role != Role.STANDBY
            || StandbyState.of(require(Role.DATABASE).database().database()).stream()
                .anyMatch(StandbyState::streaming));
  }

  private void start(Role role, Consumer<String> progress) {
    progress.accept("starting " + role.program + (hasDied(role) ? " again, which had died" : ""));
    end(role);
    var folder = folder(role);
    switch (role) {
      case DATABASE ->
          LocalPostgres.builder().keepIn(folder).detached(true).progress(progress).start();
      case STANDBY -> require(Role.DATABASE).database().startStandby(folder, progress);
      case BROKER -> LocalKafka.builder().keepIn(folder).detached(true).progress(progress).start();
    }
  }

  private void end(Role role) {
    find(role).ifPresent(server -> server.end().run());
  }

  /** Ends what has been started since, the standby before its primary. */
  public void stopAllBut(Set<Long> pids) {
    for (var role : new Role[] {Role.BROKER, Role.STANDBY, Role.DATABASE}) {
      if (find(role).filter(server -> !pids.contains(server.pid())).isPresent()) {
        end(role);
      }
    }
  }

  public Path folder(Role role) {
    return state.resolve(role.folder);
  }

  public Path log(Role role) {
    return folder(role).resolve("server.log");
  }
}
