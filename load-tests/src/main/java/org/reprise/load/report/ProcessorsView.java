package org.reprise.load.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.load.measure.Throttled;
import org.reprise.load.run.Digits;
import org.reprise.load.run.RoleRecord;
import org.reprise.load.run.RunRecord;

/**
 * The processors that each role had, in the report and here, and how much it was held back.
 *
 * @param roles one row each
 * @param phases of the run, each with the limited roles
 */
record ProcessorsView(List<RoleRow> roles, List<PhaseRow> phases) {
  private static final String DASH = "–";

  record RoleRow(String role, String title, String published, String cell, String here) {}

  /** All text: CPU in seconds and in percent of the share, waiting in percent and seconds. */
  record PhaseRow(
      String phase,
      String role,
      String cores,
      String cpu,
      String used,
      String periods,
      String waited) {}

  static ProcessorsView of(RunRecord run) {
    return new ProcessorsView(
        run.roles().stream()
            .map(it -> new RoleRow(it.role(), it.title(), it.published(), it.cell(), here(it)))
            .toList(),
        run.throttled().stream().map(ProcessorsView::row).toList());
  }

  boolean hasPhases() {
    return !phases.isEmpty();
  }

  private static String here(RoleRecord role) {
    Double cores = role.cores();
    if (cores != null) {
      return "%s of a core (%s)".formatted(Digits.exact(cores), role.way());
    }
    return role.why() == null ? "not limited" : "not limited: " + role.why();
  }

  private static PhaseRow row(Throttled it) {
    Double cpu = it.cpuSeconds();
    return new PhaseRow(
        it.phase(),
        it.role(),
        Digits.exact(it.cores()),
        number(cpu),
        cpu == null || it.seconds() == 0 ? DASH : Digits.percent(cpu / it.seconds() / it.cores()),
        Digits.percent(it.periodShare()),
        Digits.of(it.throttledSeconds()));
  }

  /** One line a role for the terminal; nothing where nobody wanted a limit. */
  static List<String> lines(RunRecord run) {
    List<String> lines = new ArrayList<>();
    for (RoleRecord role : run.roles()) {
      if (role.cores() != null) {
        TerminalTable.wrapped(
            lines, "  %-14s ".formatted(role.role()), here(role) + mostThrottled(run, role.role()));
      } else if (role.why() != null) {
        TerminalTable.wrapped(lines, "  %-14s ".formatted(role.role()), here(role));
      }
    }
    if (!lines.isEmpty()) {
      lines.add(0, "");
      lines.add(1, "Processors of their own (the others shared the machine)");
    }
    return lines;
  }

  private static String mostThrottled(RunRecord run, String role) {
    return run.throttled().stream()
        .filter(it -> it.role().equals(role))
        .max(Comparator.comparingDouble(Throttled::periodShare))
        .map(ProcessorsView::row)
        .map(row ->
            "; throttled most in %s: %s of its periods, %s s of waiting, %s s of CPU (%s of its share)"
                .formatted(row.phase(), row.periods(), row.waited(), row.cpu(), row.used()))
        .orElse("");
  }

  private static String number(@Nullable Double value) {
    return value == null ? DASH : Digits.of(value);
  }
}
