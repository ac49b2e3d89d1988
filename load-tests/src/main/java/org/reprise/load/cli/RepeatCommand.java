package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.reprise.load.deploy.Home;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.Verdict;
import org.reprise.load.system.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code reprise repeat}: whether a system's runs say the same again. A claim that one run finds
 * Reproduced and another Differs is decided by neither.
 */
@Command(
    name = "repeat",
    description = {
      "Runs a system several times and prints each claim's verdicts beside each other.",
      "Exit code 1 where a claim is Reproduced in one run and Differs in another, too."
    })
@SuppressWarnings("NullAway.Init")
final class RepeatCommand extends PrintingCommand {
  private static final List<Verdict> CONTRADICTION = List.of(Verdict.REPRODUCED, Verdict.DIFFERS);

  @Parameters(paramLabel = "SYSTEM", description = "What to run.")
  private String system;

  @Option(
      names = "--times",
      defaultValue = "3",
      paramLabel = "N",
      description = "How often, default ${DEFAULT-VALUE}.")
  private int times;

  @Option(
      names = "--profile",
      defaultValue = "quick",
      paramLabel = "smoke|quick|full",
      description = "That of each run, default ${DEFAULT-VALUE}.")
  private String profile;

  @Override
  int print(PrintWriter out) throws IOException {
    if (times < 2) {
      throw new UsageException("--times must be at least 2, was " + times);
    }
    if (system.equals(Systems.EACH)) {
      throw new UsageException("repeat runs one system: " + Systems.ids());
    }
    var results = Home.current().results();
    var worst = 0;
    var runs = new ArrayList<List<ClaimRecord>>();
    for (int i = 0; i < times && !Interruption.requested(); i++) {
      var before = HistoryCommand.runs(results, system);
      var code = spec.root().commandLine().execute("run", system, "--profile", profile);
      worst = Math.max(worst, code);
      var after = new ArrayList<>(HistoryCommand.runs(results, system));
      after.removeAll(before);
      if (code > Reprise.FAILED || after.isEmpty()) {
        return worst;
      }
      runs.add(RunDirectory.open(results, after.getLast()).read().claims());
    }
    return Math.max(worst, table(runs, out) ? 0 : Reprise.FAILED);
  }

  /**
   * Prints the claims' verdicts by run.
   *
   * @return whether no claim is Reproduced in one run and Differs in another
   */
  static boolean table(List<List<ClaimRecord>> runs, PrintWriter out) {
    var verdicts = new LinkedHashMap<String, List<Verdict>>();
    runs.stream()
        .flatMap(List::stream)
        .forEach(claim ->
            verdicts.computeIfAbsent(claim.id(), _ -> new ArrayList<>()).add(claim.verdict()));
    var agree = true;
    for (var claim : verdicts.entrySet()) {
      var contradicts = claim.getValue().containsAll(CONTRADICTION);
      agree &= !contradicts;
      out.printf("%-32s", claim.getKey());
      claim.getValue().forEach(verdict -> out.printf(" %-14s", verdict));
      out.println(contradicts ? " contradicts itself" : "");
    }
    return agree;
  }
}
