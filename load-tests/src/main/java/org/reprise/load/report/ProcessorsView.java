package org.reprise.load.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.measure.Throttled;
import org.reprise.load.measure.Usage;
import org.reprise.load.report.TableView.Cell;
import org.reprise.load.report.TableView.Column;
import org.reprise.load.report.TableView.Group;
import org.reprise.load.report.TableView.Row;
import org.reprise.load.run.Digits;
import org.reprise.load.run.ExperimentRecord;
import org.reprise.load.run.RoleRecord;
import org.reprise.load.run.RunRecord;

/**
 * The processors that each role had, in the report and here, how much it was held back, and what it
 * used.
 */
final class ProcessorsView {
  private ProcessorsView() {}

  /** Those of the page. */
  static List<TableView> tables(RunRecord run) {
    TableView roles =
        new TableView(
            "processors",
            "Processors of each role",
            "A limited role is held to its share while load is sent. Throttled is the share of its"
                + " tenths of a second in which the share was used up; waited is what its processes"
                + " waited for together.",
            "Role",
            Column.of("In the report", "Cores there", "Here", "Source"),
            List.of(new Group("", run.roles().stream().map(ProcessorsView::row).toList())));
    TableView phases =
        new TableView(
            "throttling",
            "Throttling by phase",
            "",
            "Phase",
            Column.of("Role", "Cores", "CPU s", "Of its share", "Throttled", "Waited s"),
            List.of(new Group("", run.throttled().stream().map(ProcessorsView::row).toList())));
    return Stream.of(roles, phases).filter(it -> !it.isEmpty()).toList();
  }

  private static Row row(RoleRecord it) {
    return new Row(
        it.role(),
        List.of(
            Cell.words(it.title()),
            Cell.text(it.published()),
            Cell.words(here(it)),
            Cell.words(it.cell())));
  }

  private static Row row(Throttled it) {
    return Row.of(
        it.phase(),
        it.role(),
        Digits.exact(it.cores()),
        MeasuredTables.number(it.cpuSeconds()),
        share(it),
        Digits.percent(it.periodShare()),
        Digits.of(it.throttledSeconds()));
  }

  private static String share(Throttled it) {
    Double cpu = it.cpuSeconds();
    return cpu == null || it.seconds() == 0
        ? MeasuredTables.number(null)
        : Digits.percent(cpu / it.seconds() / it.cores());
  }

  private static String here(RoleRecord role) {
    Double cores = role.cores();
    if (cores != null) {
      return "%s of a core (%s)".formatted(Digits.exact(cores), role.way());
    }
    return role.why() == null ? "not limited" : "not limited: " + role.why();
  }

  /** One line a role for the terminal; nothing where nobody wanted a limit. */
  static List<String> lines(RunRecord run) {
    List<String> lines = new ArrayList<>();
    for (RoleRecord role : run.roles()) {
      if (role.cores() != null || role.why() != null) {
        TerminalTable.wrapped(
            lines, "  %-14s ".formatted(role.role()), here(role) + mostThrottled(run, role));
      }
    }
    if (!lines.isEmpty()) {
      lines.addAll(0, List.of("", "Processors of their own (the others shared the machine)"));
    }
    return lines;
  }

  private static String mostThrottled(RunRecord run, RoleRecord role) {
    return run.throttled().stream()
        .filter(it -> role.cores() != null && it.role().equals(role.role()))
        .max(Comparator.comparingDouble(Throttled::periodShare))
        .map(it ->
            "; throttled most in %s: %s of its periods, %s s of waiting, %s s of CPU (%s of its share)"
                .formatted(
                    it.phase(),
                    Digits.percent(it.periodShare()),
                    Digits.of(it.throttledSeconds()),
                    MeasuredTables.number(it.cpuSeconds()),
                    share(it)))
        .orElse("");
  }

  /** What each process used in each experiment. */
  static TableView usages(RunRecord run) {
    List<String> processes = run.usages().stream().map(Usage::process).distinct().toList();
    List<Group> groups = new ArrayList<>();
    for (ExperimentRecord experiment : run.experiments()) {
      List<Usage> used =
          run.usages().stream().filter(it -> it.experiment().equals(experiment.id())).toList();
      if (!used.isEmpty()) {
        groups.add(
            new Group(
                experiment.id(),
                Stream.of(
                        row("CPU, s", processes, used, Usage::cpuSeconds),
                        row("highest CPU, %", processes, used, Usage::peakPercent),
                        row("heap before, MiB", processes, used, Usage::heapBeforeMiB),
                        row("heap after, MiB", processes, used, Usage::heapAfterMiB),
                        row("resident, MiB", processes, used, Usage::rssAfterMiB),
                        row("log written, MiB", processes, used, Usage::walMiB))
                    .filter(it -> it.cells().stream().anyMatch(c -> !c.measured().isEmpty()))
                    .toList()));
      }
    }
    return new TableView(
        "uses",
        "CPU and memory of every process",
        "Means of the repetitions; the highest CPU is over five seconds, in percent of one core;"
            + " the heap is read after a collection. "
            + MeasuredTables.sharing(run),
        "",
        Column.of(processes.toArray(String[]::new)),
        groups);
  }

  private static Row row(
      String title,
      List<String> processes,
      List<Usage> used,
      Function<Usage, @Nullable Double> value) {
    return Row.of(
        title,
        processes.stream()
            .map(process ->
                used.stream()
                    .filter(it -> it.process().equals(process) && value.apply(it) != null)
                    .mapToDouble(it -> Objects.requireNonNull(value.apply(it)))
                    .average())
            .map(it -> it.isPresent() ? Digits.of(it.getAsDouble()) : "")
            .toArray(String[]::new));
  }
}
