package org.reprise.load.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.reprise.load.deploy.LocalServers;
import org.reprise.load.deploy.LocalServers.Role;
import org.reprise.localstack.LocalKafka;
import org.reprise.localstack.LocalPostgres;
import org.reprise.localstack.LocalStackException;
import org.reprise.localstack.StandbyState;

/**
 * Something that {@code reprise up} started, whether it still runs or not.
 *
 * @param address where it is reached; empty where it has died
 * @param access how to get in, in words; empty where it has died
 * @param pid empty where it has died
 * @param notes what else is to be said of it, a line each
 * @param healthy whether it runs and serves
 */
record StartedService(
    String name,
    Optional<String> address,
    Optional<String> access,
    OptionalLong pid,
    Path log,
    List<String> notes,
    boolean healthy) {
  private static final double MEGABYTE = 1 << 20;

  StartedService {
    notes = List.copyOf(notes);
  }

  static StartedService running(
      String name,
      String address,
      String access,
      long pid,
      Path log,
      List<String> notes,
      boolean healthy) {
    return new StartedService(
        name, Optional.of(address), Optional.of(access), OptionalLong.of(pid), log, notes, healthy);
  }

  /** One that has ended although nobody asked it to. */
  static StartedService died(String name, Path log, List<String> notes) {
    return new StartedService(
        name, Optional.empty(), Optional.empty(), OptionalLong.empty(), log, notes, false);
  }

  static String login(String username, Path secretFile) {
    return "user %s, password in %s".formatted(username, secretFile);
  }

  /** The servers that run or died, in the order in which they are started. */
  static List<StartedService> of(LocalServers servers) {
    var running = servers.running();
    var primary = running.database().map(Primary::look);
    var found = new ArrayList<StartedService>();
    primary.map(Primary::started).ifPresent(found::add);
    if (running.died().contains(Role.DATABASE)) {
      found.add(died("postgresql", log(servers.databaseFolder()), List.of()));
    }
    var notes = primary.map(Primary::ofStandby).orElse(List.of("its primary does not run"));
    running
        .standby()
        .map(it -> postgres("standby", it, notes, primary.filter(Primary::streams).isPresent()))
        .ifPresent(found::add);
    if (running.died().contains(Role.STANDBY)) {
      found.add(died("standby", log(servers.standbyFolder()), notes));
    }
    running.broker().map(StartedService::kafka).ifPresent(found::add);
    if (running.died().contains(Role.BROKER)) {
      found.add(died("kafka", log(servers.brokerFolder()), List.of()));
    }
    return found;
  }

  /**
   * What a primary says of its standby.
   *
   * @param trouble why it says nothing; empty where it answers
   */
  private record Primary(
      LocalPostgres server, List<StandbyState> standbys, Optional<String> trouble) {

    static Primary look(LocalPostgres server) {
      try {
        return new Primary(server, StandbyState.of(server.database()), Optional.empty());
      } catch (LocalStackException e) {
        return new Primary(server, List.of(), Optional.of("DOES NOT ANSWER: " + e.getMessage()));
      }
    }

    boolean streams() {
      return standbys.stream().anyMatch(StandbyState::streaming);
    }

    StartedService started() {
      return postgres("postgresql", server, trouble.stream().toList(), trouble.isEmpty());
    }

    List<String> ofStandby() {
      if (trouble.isPresent()) {
        return List.of("its primary does not answer");
      }
      return standbys.isEmpty()
          ? List.of("its primary has no slot for it: ./reprise up copies it anew")
          : standbys.stream().map(StartedService::note).toList();
    }
  }

  private static StartedService postgres(
      String name, LocalPostgres server, List<String> notes, boolean healthy) {
    return running(
        name,
        server.jdbcUrl(),
        login(server.database().username(), server.directory().resolve("password")),
        server.pid(),
        server.log(),
        notes,
        healthy);
  }

  private static StartedService kafka(LocalKafka broker) {
    return running(
        "kafka",
        broker.bootstrapServers(),
        "no credentials, this machine only",
        broker.pid(),
        broker.log(),
        List.of(),
        true);
  }

  private static Path log(Path folder) {
    return folder.resolve("server.log");
  }

  /** A standby's slot, its lag and what is kept for it, in one line. */
  static String note(StandbyState state) {
    return "slot %s: %s, %s behind (%d ms), %s of WAL kept of at most %s (%s)"
        .formatted(
            state.slot(),
            state.streaming() ? "streaming" : "not connected",
            megabytes(state.lagBytes()),
            state.lag().toMillis(),
            megabytes(state.keptBytes()),
            state.walLimit(),
            state.walStatus());
  }

  private static String megabytes(long bytes) {
    return bytes < MEGABYTE
        ? bytes + " bytes"
        : String.format(Locale.ROOT, "%.1f MB", bytes / MEGABYTE);
  }

  void print(PrintWriter out) {
    out.printf(
        "%-12s %s%n", name, address.orElse("has died; ./reprise up starts it again at its port"));
    access.ifPresent(text -> out.printf("             %s%n", text));
    notes.forEach(note -> out.printf("             %s%n", note));
    out.printf(
        "             %slog %s%n", pid.isPresent() ? "pid " + pid.getAsLong() + ", " : "", log);
  }
}
