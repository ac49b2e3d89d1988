package org.reprise.load.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Role;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.RoleProcessors;
import org.reprise.load.measure.Throttled;
import org.reprise.load.report.TableView.Columns;
import org.reprise.load.run.Digits;

/** The processors that each role had, in the report and here, and how much it was held back. */
final class ProcessorsView {
  private ProcessorsView() {}

  static List<TableView> tables(Baseline baseline, Measured measured) {
    return TableView.filled(
        new Columns<Role>("Role", Role::id)
            .words("In the report", Role::title)
            .and("Cores there", Role::processors)
            .words("Here", it -> here(had(it, measured)))
            .words("Source", Role::cell)
            .of(
                "processors",
                "Processors of each role",
                "A limited role is held to its share while load is sent. Throttled is the share of"
                    + " its tenths of a second in which the share was used up; waited is what its"
                    + " processes waited for together.",
                baseline.roles().stream().filter(Role::limitable).toList()),
        new Columns<Throttled>("Phase", Throttled::phase)
            .and("Role", Throttled::role)
            .and("Cores", it -> Digits.exact(it.cores()))
            .and("CPU s", Throttled::cpuSeconds)
            .and("Of its share", ProcessorsView::share)
            .and("Throttled", it -> Digits.percent(it.periodShare()))
            .and("Waited s", Throttled::throttledSeconds)
            .of("throttling", "Throttling by phase", "", measured.throttled()));
  }

  private static @Nullable Object share(Throttled it) {
    Double cpu = it.cpuSeconds();
    return cpu == null || it.seconds() == 0
        ? null
        : Digits.percent(cpu / it.seconds() / it.cores());
  }

  private static RoleProcessors had(Role role, Measured measured) {
    return measured.roles().stream()
        .filter(it -> it.role().equals(role.id()))
        .findFirst()
        .orElse(new RoleProcessors(role.id(), null, null, null));
  }

  private static String here(RoleProcessors role) {
    Double cores = role.cores();
    if (cores != null) {
      return "%s of a core (%s)".formatted(Digits.exact(cores), role.way());
    }
    return role.why() == null ? "not limited" : "not limited: " + role.why();
  }

  /** One line a role for the terminal; nothing where nobody wanted a limit. */
  static List<String> lines(Measured measured) {
    List<String> lines = new ArrayList<>();
    for (RoleProcessors role : measured.roles()) {
      if (role.cores() != null || role.why() != null) {
        TerminalTable.wrapped(
            lines, "  %-14s ".formatted(role.role()), here(role) + mostThrottled(measured, role));
      }
    }
    if (!lines.isEmpty()) {
      lines.addAll(0, List.of("", "Processors of their own (the others shared the machine)"));
    }
    return lines;
  }

  private static String mostThrottled(Measured measured, RoleProcessors role) {
    return measured.throttled().stream()
        .filter(it -> role.cores() != null && it.role().equals(role.role()))
        .max(Comparator.comparingDouble(Throttled::periodShare))
        .map(it ->
            "; throttled most in %s: %s of its periods, %s s of waiting, %s s of CPU (%s of its share)"
                .formatted(
                    it.phase(),
                    Digits.percent(it.periodShare()),
                    Digits.of(it.throttledSeconds()),
                    TableView.text(it.cpuSeconds()),
                    TableView.text(share(it))))
        .orElse("");
  }
}
