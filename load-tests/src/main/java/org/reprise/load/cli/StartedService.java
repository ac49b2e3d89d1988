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

  static StartedService died(String name, Path log, List<String> notes) {
    return new StartedService(
        name, Optional.empty(), Optional.empty(), OptionalLong.empty(), log, notes, false);
  }

  static String login(String username, Path secretFile) {
    return "user %s, password in %s".formatted(username, secretFile);
  }

  static List<StartedService> of(LocalServers servers) {
    var found = new ArrayList<StartedService>();
    for (var role : Role.values()) {
      var running = servers.find(role);
      if (running.isEmpty() && !servers.hasDied(role)) {
        continue;
      }
      var notes = new ArrayList<String>();
      var serves = look(servers, role, notes);
      found.add(
          running
              .map(it ->
                  new StartedService(
                      role.title(),
                      Optional.of(it.address()),
                      Optional.of(
                          it.postgres()
                              .map(postgres ->
                                  login(
                                      postgres.database().username(),
                                      postgres.directory().resolve("password")))
                              .orElse("no credentials, this machine only")),
                      OptionalLong.of(it.pid()),
                      servers.log(role),
                      notes,
                      serves))
              .orElseGet(() -> died(role.title(), servers.log(role), notes)));
    }
    return found;
  }

  /** Asks the primary, also of its standby; returns whether the server of the role serves. */
  private static boolean look(LocalServers servers, Role role, List<String> notes) {
    if (role == Role.BROKER) {
      return true;
    }
    var primary = servers.find(Role.DATABASE);
    if (primary.isEmpty()) {
      if (role == Role.STANDBY) {
        notes.add("its primary does not run");
      }
      return false;
    }
    try {
      var standbys = StandbyState.of(primary.get().database().database());
      if (role == Role.DATABASE) {
        return true;
      }
      standbys.forEach(it -> notes.add(note(it)));
      if (standbys.isEmpty()) {
        notes.add("its primary has no slot for it: ./reprise up copies it anew");
      }
      return standbys.stream().anyMatch(StandbyState::streaming);
    } catch (LocalStackException e) {
      notes.add(
          role == Role.STANDBY
              ? "its primary does not answer"
              : "DOES NOT ANSWER: " + e.getMessage());
      return false;
    }
  }

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
