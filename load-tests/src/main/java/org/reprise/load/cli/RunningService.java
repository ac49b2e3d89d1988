package org.reprise.load.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.reprise.load.stack.LocalServers;
import org.reprise.localstack.LocalKafka;
import org.reprise.localstack.LocalPostgres;
import org.reprise.localstack.StandbyState;

/**
 * Something that {@code reprise up} left running.
 *
 * @param access how to get in, in words
 * @param notes what else is to be said of it
 */
record RunningService(
    String name, String address, String access, long pid, Path log, List<String> notes) {
  private static final double MEGABYTE = 1 << 20;

  /** Copies the notes. */
  RunningService {
    notes = List.copyOf(notes);
  }

  /** Says who gets in by which secret. */
  static String login(String username, Path secretFile) {
    return "user %s, password in %s".formatted(username, secretFile);
  }

  /** What the servers are, in the order in which they are started. */
  static List<RunningService> of(LocalServers.Running servers) {
    var states =
        servers
            .database()
            .filter(_ -> servers.standby().isPresent())
            .map(primary -> StandbyState.of(primary.database()))
            .orElse(List.of());
    return Stream.of(
            servers.database().map(it -> postgres("postgresql", it, List.of())),
            servers.standby().map(it -> postgres("standby", it, notes(states))),
            servers.broker().map(RunningService::kafka))
        .flatMap(Optional::stream)
        .toList();
  }

  private static RunningService postgres(String name, LocalPostgres server, List<String> notes) {
    return new RunningService(
        name,
        server.jdbcUrl(),
        login(server.username(), server.directory().resolve("password")),
        server.pid(),
        server.log(),
        notes);
  }

  private static RunningService kafka(LocalKafka broker) {
    return new RunningService(
        "kafka",
        broker.bootstrapServers(),
        "no credentials, this machine only",
        broker.pid(),
        broker.log(),
        List.of());
  }

  private static List<String> notes(List<StandbyState> states) {
    return states.isEmpty()
        ? List.of("its primary knows nothing of it: ./reprise up makes it anew")
        : states.stream().map(RunningService::note).toList();
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
    out.printf("%-12s %s%n             %s%n", name, address, access);
    notes.forEach(note -> out.printf("             %s%n", note));
    out.printf("             pid %d, log %s%n", pid, log);
  }
}
