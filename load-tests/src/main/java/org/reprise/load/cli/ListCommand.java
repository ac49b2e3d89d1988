package org.reprise.load.cli;

import java.io.PrintWriter;
import java.util.List;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Figure;
import org.reprise.load.run.Digits;
import org.reprise.load.system.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reprise list}: what is published and can be measured. */
@Command(name = "list", description = "Lists the reports, their experiments, claims and figures.")
@SuppressWarnings("NullAway.Init")
final class ListCommand extends PrintingCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "REPORT",
      description = "One report only, such as cps-307.")
  private String report;

  @Option(names = "--figures", description = "Every published figure too.")
  private boolean figures;

  @Override
  int print(PrintWriter out) {
    List<Baseline> baselines =
        report == null
            ? Baselines.all()
            : List.of(UsageException.typed(() -> Baselines.load(report)));
    baselines.forEach(it -> print(it, out));
    return 0;
  }

  private void print(Baseline baseline, PrintWriter out) {
    out.printf("%s  %s (system %s)%n", baseline.id(), baseline.title(), baseline.system());
    out.println("  experiments");
    for (Experiment experiment : baseline.experiments()) {
      out.printf(
          "    %-31s %-9s %s, %d figures%n",
          experiment.id(),
          experiment.mode().name().toLowerCase(java.util.Locale.ROOT),
          experiment.loadModel().text(),
          experiment.figures().size());
      if (figures) {
        experiment.figures().forEach(figure -> out.println("      " + line(figure)));
      }
    }
    if (!baseline.statements().isEmpty() && figures) {
      out.println("  figures outside the table");
      baseline
          .statements()
          .forEach(it ->
              out.println(
                  "      %-42s %12s %-8s %s"
                      .formatted(it.id(), Digits.exact(it.value()), it.unit(), it.kind())));
    }
    out.println("  claims");
    baseline.claims().forEach(claim -> out.printf("    %-32s %s%n", claim.id(), claim.text()));
    if (!baseline.explanations().isEmpty()) {
      out.println("  explanations");
    }
    baseline
        .explanations()
        .forEach(explanation ->
            out.printf("    %-32s %s%n", explanation.id(), explanation.hypothesis()));
  }

  private static String line(Figure figure) {
    return "%-42s %12s %-6s %s"
        .formatted(figure.id(), figure.value(), figure.unit(), figure.kind());
  }
}
