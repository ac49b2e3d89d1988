package org.reprise.load.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.reprise.load.deploy.LocalServers;
import org.reprise.load.deploy.LocalServers.Role;
import org.reprise.localstack.LocalStackException;
import org.reprise.localstack.StandbyState;

/**
 * Something that {@code reprise up} started, whether it still runs or not.
 *
 * @param address where it is reached, or that it has died
 * @param access how to get in, in words; empty where it has died
 * @param pid empty where it has died
 * @param notes what else is to be said of it, a line each
 * @param healthy whether it runs and serves
 */
record StartedService(
    String name,
    String address,
    String access,
    OptionalLong pid,
    Path log,
    List<String> notes,
    boolean healthy) {
  private static final double MEGABYTE = 1 << 20;

  static StartedService died(String name, Path log, List<String> notes) {
    var died = "has died; ./reprise up starts it again at its port";
    return new StartedService(name, died, "", OptionalLong.empty(), log, notes, false);
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
      if (running.isEmpty()) {
        found.add(died(role.title(), servers.log(role), notes));
        continue;
      }
      var server = running.get();
      var access =
          server
              .postgres()
              .map(it -> login(it.database().username(), it.directory().resolve("password")))
              .orElse("no credentials, this machine only");
      found.add(
          new StartedService(
              role.title(),
              server.address(),
              access,
              OptionalLong.of(server.pid()),
              servers.log(role),
              notes,
              serves));
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
      for (var it : standbys) {
        notes.add(
            "slot %s: %s, %s behind (%d ms), %s of WAL kept of at most %s (%s)"
                .formatted(
                    it.slot(),
                    it.streaming() ? "streaming" : "not connected",
                    megabytes(it.lagBytes()),
                    it.lag().toMillis(),
                    megabytes(it.keptBytes()),
                    it.walLimit(),
                    it.walStatus()));
      }
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

  private static String megabytes(long bytes) {
    return bytes < MEGABYTE
        ? bytes + " bytes"
        : String.format(Locale.ROOT, "%.1f MB", bytes / MEGABYTE);
  }

  void print(PrintWriter out) {
    out.printf("%-12s %s%n", name, address);
    if (!access.isEmpty()) {
      out.printf("             %s%n", access);
    }
    notes.forEach(note -> out.printf("             %s%n", note));
    out.printf(
        "             %slog %s%n", pid.isPresent() ? "pid " + pid.getAsLong() + ", " : "", log);
  }
}
