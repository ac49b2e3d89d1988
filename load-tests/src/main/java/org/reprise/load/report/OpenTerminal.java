package org.reprise.load.report;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.FigureKind;
import org.reprise.load.measure.Bench;
import org.reprise.load.measure.Floor;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.Digits;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.StatementRecord;

/** The parts of the terminal's text that runs with an open model have. */
final class OpenTerminal {
  private static final String NONE = "-";

  private OpenTerminal() {}

  static void add(List<String> lines, RunRecord run) {
    statements(lines, run);
    steps(lines, run);
    benches(lines, run);
  }

  /** The figures outside the report's table, what was only asked for left out. */
  static void statements(List<String> lines, RunRecord run) {
    lines.add("");
    lines.add("%-58s %12s %12s %10s".formatted("figures", "report", "here", "ratio"));
    for (StatementRecord it : run.statements()) {
      if (it.kind() != FigureKind.REQUIREMENT) {
        lines.add(
            "  %-56s %12s %12s %10s"
                .formatted(
                    it.title() + (it.unit().isEmpty() ? "" : ", " + it.unit()),
                    Digits.exact(it.published()),
                    number(it.measured()),
                    it.ratio() == null ? NONE : Digits.times(it.ratio())));
      }
    }
    OpenView.knee(run).ifPresent(note -> TerminalTable.wrapped(lines, "  ", note));
  }

  private static void steps(List<String> lines, RunRecord run) {
    lines.add("");
    lines.add(
        "%-10s %7s %8s %9s %9s %7s %8s %8s %8s %8s %8s"
            .formatted(
                "steps",
                "/s",
                "pings",
                "answered",
                "in time",
                "errors",
                "mean ms",
                "p90",
                "p99",
                "max",
                "own p99"));
    for (OpenLoad load : run.openLoads()) {
      for (OpenLoad.Step step : load.steps()) {
        lines.add(
            String.format(
                Locale.ROOT,
                "  %-8s %7s %,8d %9s %9s %,7d %8s %8s %8s %8s %8s",
                load.variant().equals(Variant.COLD) ? "cold" : load.experiment(),
                Digits.of(step.perSecond()),
                step.sent(),
                Digits.of(step.answeredPerSecond()) + "/s",
                step.goodput() == null ? NONE : number(step.goodput()) + "/s",
                step.errors(),
                Digits.of(step.meanMs()),
                Digits.of(step.p90Ms()),
                Digits.of(step.p99Ms()),
                Digits.of(step.maxMs()),
                Digits.of(step.delayP99Ms())));
      }
    }
    TerminalTable.wrapped(
        lines, "  ", "own p99: how late the generator itself sent, ms. " + OpenView.sharing(run));
    TerminalTable.wrapped(lines, "  ", OpenView.latency(run));
  }

  private static void benches(List<String> lines, RunRecord run) {
    if (run.benches().isEmpty()) {
      return;
    }
    lines.add("");
    lines.add(
        "%-26s %10s %8s %8s %8s %12s %10s %8s"
            .formatted(
                "capacity",
                "pings/s",
                "errors",
                "p50 ms",
                "p99 ms",
                "CPU ms/ping",
                "floor",
                "to floor"));
    for (Bench bench : run.benches()) {
      Double cpu = bench.cpuMs();
      Floor floor = OpenView.floor(run, bench).orElse(null);
      lines.add(
          String.format(
              Locale.ROOT,
              "  %-24s %10s %,8d %8s %8s %12s %10s %8s",
              bench.id(),
              Digits.of(bench.perSecond()),
              bench.errors(),
              Digits.of(bench.p50Ms()),
              Digits.of(bench.p99Ms()),
              number(cpu),
              floor == null ? NONE : Digits.of(floor.value()),
              floor == null || floor.value() == 0
                  ? NONE
                  : Digits.times(bench.perSecond() / floor.value())));
    }
    for (Floor floor : run.floors()) {
      TerminalTable.wrapped(
          lines,
          "  floor ",
          "%s: %s %s. %s"
              .formatted(floor.id(), Digits.of(floor.value()), floor.unit(), floor.description()));
    }
  }

  private static String number(@Nullable Double value) {
    return value == null ? NONE : Digits.of(value);
  }
}
