package org.reprise.load.content;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.UsageException;
import org.reprise.load.judge.Comparison;
import org.reprise.load.run.Digits;
import org.reprise.load.run.Verdict;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code reprise cache-study}: the report's pools and files in a simulation. */
@Command(
    name = "cache-study",
    description = {
      "Predicts how often content-store's cache reads the storage area, by what the users of run",
      "content --profile full read, and judges the report's claims by that. Starts nothing."
    })
@SuppressWarnings("NullAway.Init")
final class CacheStudy implements Callable<Integer> {
  private static final List<Double> METADATA_KIB = List.of(0.0, 2.3, 10.0, 43.0);
  private static final String HEAD = "metadata of a file, KiB";
  private static final String ROW = "%-28s %15s" + " %14s".repeat(METADATA_KIB.size()) + "%n";

  @Spec private CommandSpec spec;

  @Option(
      names = "--working-set",
      defaultValue = "5000",
      paramLabel = "N",
      description = "How many of the 51,345 documents are read.")
  private int workingSet;

  @Override
  public Integer call() {
    if (workingSet < 1) {
      throw new UsageException("--working-set must be at least 1, was " + workingSet);
    }
    var plan = Plan.local(new ContentSuite(), "full");
    var report = plan.baseline();
    var scale = plan.profile().number("scale");
    var loads = new ContentLoads(plan);
    var documents = loads.workingSet(Upload.population(scale), workingSet);
    var pools =
        plan.experiments().stream()
            .filter(it -> it.id().startsWith("pool-"))
            .map(Scenario::of)
            .toList();
    var trace = loads.trace(pools.getFirst(), documents, 1);
    var rows = new LinkedHashMap<String, List<Object>>();
    rows.put(HEAD, new ArrayList<>(List.of("report")));
    for (var kib : METADATA_KIB) {
      rows.get(HEAD).add(kib);
      var outcome = new Outcome(report, 1);
      for (var pool : pools) {
        var id = pool.experiment();
        var cache = CacheSimulation.of(pool, scale, kib, trace);
        rows.computeIfAbsent(id, _ -> new ArrayList<>(List.of(printed(report, id))))
            .add("%,d %6s".formatted(cache.reads(), Digits.percent(cache.hitRate())));
        outcome.quantity("storage-reads." + id, cache.reads());
        // Claims compare rates, and all loads have the same length.
        outcome.quantity("disk-reads." + id, cache.mebibytes());
      }
      new Comparison(report, outcome.measured(), "simulated")
          .claims()
          .forEach(it ->
              rows.computeIfAbsent(it.id(), _ -> new ArrayList<>(List.of(""))).add(it.verdict()));
    }
    rows.values().removeIf(it -> it.stream().skip(1).allMatch(Verdict.NOT_MEASURED::equals));
    var out = spec.commandLine().getOut();
    var bytes = documents.stream().mapToLong(StoredDocument::size).sum();
    out.printf("%,d documents of %,d MiB are viewed ", documents.size(), bytes >> 20);
    out.printf("%,d times: storage reads and hit rates, verdicts%n", trace.size());
    rows.forEach(
        (name, cells) -> out.printf(ROW, Stream.concat(Stream.of(name), cells.stream()).toArray()));
    out.flush();
    return 0;
  }

  /** Returns what the report prints of an experiment; a number with a note is a lower bound. */
  private static String printed(Baseline report, String experiment) {
    return Stream.of("storage-reads.", "read-rate.")
        .flatMap(it -> report.find(it + experiment).stream())
        .map(it -> (it.note() == null ? "" : "> ") + Digits.exact(it.value()) + " " + it.unit())
        .collect(joining());
  }
}
