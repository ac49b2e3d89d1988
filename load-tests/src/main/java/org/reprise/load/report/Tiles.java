package org.reprise.load.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.load.report.PageView.Tile;
import org.reprise.load.run.Digits;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.StatementRecord;

/** The few numbers on top of the page. */
final class Tiles {
  private static final String DASH = "–";

  private Tiles() {}

  static List<Tile> of(RunRecord run) {
    List<Tile> tiles = new ArrayList<>();
    tiles.add(claimsTile(run));
    switch (Layout.of(run)) {
      case CLOSED -> closedTiles(run, tiles);
      case OPEN -> openTiles(run, tiles);
      case WORKFLOWS -> tiles.addAll(WorkflowView.tiles(run));
    }
    return tiles;
  }

  private static void closedTiles(RunRecord run, List<Tile> tiles) {
    Throughput.of(run).stream()
        .filter(t -> t.floor() != null && t.toFloor().isPresent())
        .findFirst()
        .ifPresent(t ->
            tiles.add(
                new Tile(
                    "Embedded to floor",
                    Digits.of(t.toFloor().getAsDouble()),
                    "",
                    "%s of %s flows/s"
                        .formatted(
                            number(t.steady()),
                            number(Objects.requireNonNull(t.floor()).value())))));
    for (Map.Entry<String, Throughput> best : best(run).entrySet()) {
      Throughput t = best.getValue();
      tiles.add(
          new Tile(
              best.getKey() + ", best steady rate",
              number(t.steady()),
              "flows/s",
              "%s; report %s".formatted(t.experiment().id(), number(t.published()))));
    }
  }

  private static void openTiles(RunRecord run, List<Tile> tiles) {
    Double knee = run.summary().get("knee");
    if (knee != null) {
      boolean found = run.summary().getOrDefault("kneeFound", 0.0) > 0;
      boolean generator = run.summary().getOrDefault("generatorLimited", 0.0) > 0;
      double published =
          run.statements().stream()
              .filter(s -> s.id().equals("knee"))
              .mapToDouble(StatementRecord::published)
              .findFirst()
              .orElse(0);
      tiles.add(
          new Tile(
              found ? "Knee" : "Knee, at least",
              Digits.of(knee),
              "/s",
              "report %s/s%s"
                  .formatted(
                      Digits.exact(published), generator ? "; the generator was the limit" : "")));
    }
    Double missing = run.summary().get("pongsMissing");
    if (missing != null) {
      tiles.add(
          new Tile(
              "Pongs missing",
              Digits.exact(missing),
              "",
              "of %s accepted Pings"
                  .formatted(Digits.exact(run.quantities().getOrDefault("pingsAccepted", 0.0)))));
    }
    run.benches().stream()
        .findFirst()
        .ifPresent(bench ->
            tiles.add(
                new Tile(
                    "Capacity, " + bench.id(),
                    Digits.of(bench.perSecond()),
                    "/s",
                    OpenView.floor(run, bench)
                        .map(f ->
                            "%s of the floor"
                                .formatted(Digits.times(bench.perSecond() / f.value())))
                        .orElse(""))));
  }

  private static Tile claimsTile(RunRecord run) {
    Map<String, Integer> words = new LinkedHashMap<>();
    run.claims().forEach(c -> words.merge(c.verdict(), 1, Integer::sum));
    boolean judged = words.containsKey("Reproduced") || words.containsKey("Differs");
    int reproduced = words.getOrDefault("Reproduced", 0);
    words.remove("Reproduced");
    return new Tile(
        "Claims reproduced",
        judged ? String.valueOf(reproduced) : DASH,
        judged ? "of " + run.claims().size() : "none judged",
        String.join(
            ", ", words.entrySet().stream().map(e -> e.getValue() + " " + e.getKey()).toList()));
  }

  private static Map<String, Throughput> best(RunRecord run) {
    Map<String, Throughput> best = new LinkedHashMap<>();
    for (Throughput t : Throughput.of(run)) {
      if (t.steady() != null) {
        best.merge(
            PublishedTable.title(t.experiment().mode()), t, (a, b) -> rate(a) >= rate(b) ? a : b);
      }
    }
    return best;
  }

  private static double rate(Throughput t) {
    Double steady = t.steady();
    return steady == null ? 0 : steady;
  }

  private static String number(@Nullable Double value) {
    return value == null ? DASH : Digits.of(value);
  }
}
