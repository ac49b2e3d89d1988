package org.reprise.load.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.run.Digits;
import org.reprise.load.system.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reprise list}: what is published and can be measured. */
@Command(name = "list", description = "Lists the reports, their experiments, claims and figures.")
final class ListCommand extends PrintingCommand {
  private static final String FIGURE = "      %-42s %12s %-8s %s%n";

  @Parameters(
      arity = "0..1",
      paramLabel = "REPORT",
      description = "One report only, such as cps-307.")
  private @Nullable String report;

  @Option(names = "--figures", description = "Every published figure too.")
  private boolean figures;

  @Override
  int print(PrintWriter out) {
    var only = report;
    var baselines =
        only == null ? Baselines.all() : List.of(UsageException.typed(() -> Baselines.load(only)));
    baselines.forEach(it -> print(it, out));
    return 0;
  }

  private void print(Baseline baseline, PrintWriter out) {
    out.printf("%s  %s (system %s)%n", baseline.id(), baseline.title(), baseline.system());
    out.println("  experiments");
    for (var it : baseline.experiments()) {
      out.printf(
          "    %-31s %-9s %s, %d figures%n",
          it.id(),
          it.mode().name().toLowerCase(Locale.ROOT),
          it.loadModel().text(),
          it.figures().size());
      if (figures) {
        it.figures().forEach(f -> out.printf(FIGURE, f.id(), f.value(), f.unit(), f.kind()));
      }
    }
    if (figures && !baseline.statements().isEmpty()) {
      out.println("  figures outside the table");
      baseline
          .statements()
          .forEach(
              it -> out.printf(FIGURE, it.id(), Digits.exact(it.value()), it.unit(), it.kind()));
    }
    out.println("  claims");
    baseline.claims().forEach(it -> out.printf("    %-32s %s%n", it.id(), it.text()));
    if (!baseline.explanations().isEmpty()) {
      out.println("  explanations");
      baseline.explanations().forEach(it -> out.printf("    %-32s %s%n", it.id(), it.hypothesis()));
    }
  }
}
