package org.reprise.load.lists;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.reprise.load.child.RunListener;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.measure.Usage;
import org.reprise.load.stack.Home;

/**
 * The project's own aims, side by side in one run: ten lists refreshed fast and compatibly, what
 * that writes, a page of contents at any offset, a query of five conditions, check-outs alone and
 * beside refreshes, an import, and a list as long as the original allows.
 */
public final class ListsBenchmark {
  private static final int PAGES = 1_000;

  /** Read before them: until compiled code serves them. */
  private static final int FIRST_PAGES = 2_000;

  private static final int PAGE_SIZE = 100;
  private static final double NANOS_PER_MS = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final Duration LOOK = Duration.ofMillis(250);
  private static final Duration REFRESH_LIMIT = Duration.ofMinutes(5);

  private final ListsPlan plan;
  private final ListsTarget target;
  private final Home home;
  private final Path folder;
  private final RunListener listener;
  private final List<Row> rows = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  /**
   * Prepares it.
   *
   * @param target opened for benchmarks
   */
  public ListsBenchmark(
      ListsPlan plan, ListsTarget target, Home home, Path folder, RunListener listener) {
    this.plan = plan;
    this.target = target;
    this.home = home;
    this.folder = folder;
    this.listener = listener;
  }

  /** What can be measured by itself. */
  public enum Part {
    /** Ten lists, both ways, and pages of their contents. */
    LISTS,
    /** A list of five conditions. */
    CONDITIONS,
    /** Check-outs alone and beside refreshes. */
    DESKS,
    /** An import. */
    IMPORTS,
    /** A list as long as the original allows, and its export. */
    LARGE
  }

  /**
   * A value beside its aim.
   *
   * @param what in words
   * @param unit of both
   * @param aim in words; empty where there is none
   * @param met whether the aim was met
   */
  public record Row(String what, double value, String unit, String aim, boolean met) {}

  /**
   * What came of it.
   *
   * @param rows in order
   * @param faults checks that failed, and cells that say nothing
   */
  public record Result(List<Row> rows, List<String> faults) {
    /** Copies both. */
    public Result {
      rows = List.copyOf(rows);
      faults = List.copyOf(faults);
    }
  }

  /** Runs some parts, in their own order. */
  public Result run(Set<Part> parts) throws IOException, SQLException, InterruptedException {
    var measurement = new ListsMeasurement(plan, target, folder, listener);
    try (var engine = new RunEngine(measurement, home, folder, listener)) {
      engine.prepare();
      var cells = new Cells(engine, measurement);
      for (var part : EnumSet.copyOf(parts)) {
        switch (part) {
          case LISTS -> lists(cells);
          case CONDITIONS -> fiveConditions();
          case DESKS -> desks(cells);
          case IMPORTS -> imports(cells);
          case LARGE -> large();
        }
      }
      return new Result(rows, faults);
    }
  }

  private void lists(Cells cells) throws IOException, SQLException, InterruptedException {
    var compat = run(cells, of("lists-separate-on"));
    var fast = run(cells, of("lists-separate-on-fast"));
    var slow = last(compat);
    var quick = last(fast);
    rows.add(plain("ten lists, compatible", slow, "s"));
    rows.add(atMost("ten lists, fast", quick, "s", 3));
    rows.add(new Row("ratio", slow / quick, "times", "≥ 25", slow / quick >= 25));
    rows.add(plain("WAL of ten compatible refreshes", wal(compat), "MiB"));
    rows.add(atMost("WAL of ten fast refreshes", wal(fast), "MiB", 60));
    pages(fast);
  }

  /** Pages at offsets all over a list, one after another. */
  private void pages(RunEngine.Executed refreshed) throws IOException, InterruptedException {
    listener.step("pages of contents");
    var list = Acknowledged.refreshes(refreshed.samples().getFirst()).getFirst();
    var path = "lists/%s/contents".formatted(list.list());
    var seen = new Histogram(3);
    var random = new Random(plan.seed());
    try (var api = target.api(target.listsProcess(true))) {
      for (int page = 0; page < FIRST_PAGES + PAGES; page++) {
        var offset = random.nextInt((int) Math.max(1, list.records() - PAGE_SIZE));
        var start = System.nanoTime();
        api.get("%s?offset=%d&size=%d".formatted(path, offset, PAGE_SIZE));
        if (page >= FIRST_PAGES) {
          seen.recordValue(System.nanoTime() - start);
        }
      }
    }
    var served = RequestLog.last(target.records().requests(), "/" + path, PAGES);
    var page = "page of 100 at any offset, ";
    rows.add(plain(page + "p50 at the service", milliseconds(served, 50), "ms"));
    rows.add(atMost(page + "p99 at the service", milliseconds(served, 99), "ms", 5));
    rows.add(plain(page + "p99 as the caller sees it", milliseconds(seen, 99), "ms"));
  }

  private static double milliseconds(Histogram times, double percentile) {
    return times.getValueAtPercentile(percentile) / NANOS_PER_MS;
  }

  private void fiveConditions() throws IOException, SQLException, InterruptedException {
    for (var mode : List.of("fast", "compat")) {
      listener.step("five conditions, " + mode);
      try (var primary = target.database().connect();
          var api = target.api(target.listsProcess(true))) {
        var list = api.createList("five conditions, " + mode, FiveConditions.FQL);
        var start = System.nanoTime();
        api.refresh(List.of(list), mode, REFRESH_LIMIT);
        var seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
        var truth = FiveConditions.truth(primary, ListsService.TENANT);
        var right = !truth.isEmpty() && api.contents(list).equals(truth);
        rows.add(
            new Row(
                "five conditions, %s, %,d records".formatted(mode, truth.size()),
                seconds,
                "s",
                "finishes",
                right));
        if (!right) {
          faults.add("five conditions, " + mode + ": not the primary's own answer");
        }
      }
    }
  }

  private void desks(Cells cells) throws IOException, SQLException, InterruptedException {
    var alone = of("cico-di-on").withoutImport();
    var beside = of("parallel-on-fast").withoutImport();
    var title = "check-out, p99, ";
    rows.add(plain(title + "desks alone", checkOut(cells, alone.named("desks-alone"), LOOK), "ms"));
    rows.add(
        atMost(
            title + "beside refreshes looked at every 250 ms",
            checkOut(cells, beside.named("desks-beside-lists"), LOOK),
            "ms",
            25));
    rows.add(
        atMost(
            title + "beside refreshes looked at without pause",
            checkOut(cells, beside.named("desks-beside-lists-tight"), Duration.ZERO),
            "ms",
            25));
  }

  private double checkOut(Cells cells, Cell cell, Duration look)
      throws IOException, SQLException, InterruptedException {
    return milliseconds(times(run(cells, cell, look), FlowOperation.CHECK_OUT_ACTION), 99);
  }

  private void imports(Cells cells) throws IOException, SQLException, InterruptedException {
    var imports =
        times(run(cells, of("cico-di-on")), FlowOperation.IMPORT).getMean() / NANOS_PER_SECOND;
    rows.add(atMost("import of %,d records".formatted(plan.profile().records()), imports, "s", 60));
  }

  private void large() throws IOException, SQLException, InterruptedException {
    var size = plan.profile().largest();
    listener.step("a list of %,d".formatted(size.out()));
    var heapOfTen = LargeList.heapOfTen(target);
    var large = LargeList.of(target, size, plan.seed());
    var heap = "most heap left by a collection, ";
    rows.add(plain(heap + "ten lists at once", heapOfTen, "MiB"));
    rows.add(plain("one list of %,d, fast".formatted(size.out()), large.refreshSeconds(), "s"));
    rows.add(atMost(heap + "that list, of 512", large.refreshHeap(), "MiB", constant(heapOfTen)));
    rows.add(plain("export of its %,d rows".formatted(size.out()), large.exportSeconds(), "s"));
    rows.add(atMost(heap + "that export", large.exportHeap(), "MiB", constant(heapOfTen)));
    faults.addAll(large.faults());
  }

  /** Memory is constant where a larger list takes a quarter more at most. */
  private static double constant(double heap) {
    return Math.ceil(1.25 * heap);
  }

  private static Cell of(String experiment) {
    return Cell.of(ListsPlan.report().experiment(experiment).orElseThrow());
  }

  private RunEngine.Executed run(Cells cells, Cell cell)
      throws IOException, SQLException, InterruptedException {
    return run(cells, cell, plan.pollPause());
  }

  private RunEngine.Executed run(Cells cells, Cell cell, Duration look)
      throws IOException, SQLException, InterruptedException {
    listener.step(cell.experiment());
    var result = cells.engine().execute(cells.measurement().execution(cell, 1, look), 1);
    faults.addAll(result.faults());
    result.checks().stream()
        .filter(check -> !check.passed())
        .forEach(check -> faults.add(check.id() + ": " + check.detail()));
    return result;
  }

  private static Row plain(String what, double value, String unit) {
    return new Row(what, value, unit, "", true);
  }

  private static Row atMost(String what, double value, String unit, double most) {
    return new Row(what, value, unit, "≤ %.0f".formatted(most), value <= most);
  }

  /** Until the last of the lists was there. */
  private static double last(RunEngine.Executed result) {
    return times(result, FlowOperation.REFRESH).getMaxValue() / NANOS_PER_SECOND;
  }

  private static double wal(RunEngine.Executed result) {
    return result.usages().stream()
        .map(Usage::walMiB)
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow();
  }

  private static Histogram times(RunEngine.Executed result, String operation) {
    var sample = result.samples().getFirst();
    if (sample.of(operation).getTotalCount() == 0) {
      throw new IllegalStateException("no %s: %s".formatted(operation, sample.firstErrors()));
    }
    return sample.of(operation);
  }

  /** What runs cells. */
  private record Cells(RunEngine engine, ListsMeasurement measurement) {}
}
