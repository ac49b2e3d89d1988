package org.reprise.load.deploy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reprise.localstack.kafka.LocalKafka;
import org.reprise.localstack.postgres.LocalPostgres;
import org.reprise.localstack.postgres.StandbyState;

/**
 * The servers that services in the background run on, detached, in folders below {@code state} by
 * which a later command finds them. One that died comes back at its port while that is free. They
 * keep what they have; the standby while its primary has the WAL that it lacks, else it is copied.
 */
public record LocalServers(Path state) {

  /** A server that a service may need, in the order in which they are started. */
  public enum Kind {
    DATABASE("postgresql"),
    /** A streaming hot standby of it, which answers reads. */
    STANDBY("standby"),
    BROKER("kafka");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    public String title() {
      return title;
    }
  }

  public record Server(String address, long pid, Optional<LocalPostgres> postgres, Runnable end) {
    public LocalPostgres database() {
      return postgres.orElseThrow();
    }
  }

  public Optional<Server> find(Kind role) {
    return role == Kind.BROKER
        ? LocalKafka.find(folder(role))
            .map(it -> new Server(it.bootstrapServers(), it.pid(), Optional.empty(), it::close))
        : LocalPostgres.find(folder(role))
            .map(it -> new Server(it.jdbcUrl(), it.pid(), Optional.of(it), it::close));
  }

  public Server require(Kind role) {
    return find(role).orElseThrow(() -> new EnvironmentException(role.title + " does not run"));
  }

  public boolean hasDied(Kind role) {
    return role == Kind.BROKER
        ? LocalKafka.hasDied(folder(role))
        : LocalPostgres.hasDied(folder(role));
  }

  public Set<Long> pids() {
    return Stream.of(Kind.values())
        .flatMap(role -> find(role).stream())
        .map(Server::pid)
        .collect(Collectors.toSet());
  }

  /** Returns where these servers and the database are, to be compared with another such line. */
  public String addresses(Set<Kind> wanted) {
    return needed(wanted)
        .map(role -> role + "=" + find(role).map(Server::address).orElse("none"))
        .collect(Collectors.joining(" "));
  }

  /** Starts what is wanted and does not run, and always the database. */
  public void start(Set<Kind> wanted, Consumer<String> progress) {
    if (find(Kind.DATABASE).isEmpty()) {
      // The primary's start drops the slot that the standby reads from.
      end(Kind.STANDBY);
    }
    needed(wanted).filter(role -> !serves(role)).forEach(role -> start(role, progress));
  }

  private static Stream<Kind> needed(Set<Kind> wanted) {
    return Stream.of(Kind.values()).filter(it -> it == Kind.DATABASE || wanted.contains(it));
  }

  private boolean serves(Kind role) {
    return find(role).isPresent()
        && (role != Kind.STANDBY
            || StandbyState.of(require(Kind.DATABASE).database().database()).stream()
                .anyMatch(StandbyState::streaming));
  }

  private void start(Kind role, Consumer<String> progress) {
    progress.accept("starting " + role.title + (hasDied(role) ? " again, which had died" : ""));
    end(role);
    var folder = folder(role);
    switch (role) {
      case DATABASE ->
          LocalPostgres.builder().keepIn(folder).detached(true).progress(progress).start();
      case STANDBY -> require(Kind.DATABASE).database().startStandby(folder, progress);
      case BROKER -> LocalKafka.builder().keepIn(folder).detached(true).progress(progress).start();
    }
  }

  private void end(Kind role) {
    find(role).ifPresent(server -> server.end().run());
  }

  /** Ends what has been started since, the standby before its primary. */
  public void stopAllBut(Set<Long> pids) {
    for (var role : List.of(Kind.values()).reversed()) {
      find(role).filter(it -> !pids.contains(it.pid())).ifPresent(it -> it.end().run());
    }
  }

  public Path folder(Kind role) {
    return state.resolve(role.title);
  }

  public Path log(Kind role) {
    return folder(role).resolve("server.log");
  }
}
