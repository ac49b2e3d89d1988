package org.reprise.load.lists;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.child.RunListener;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.stack.Home;

/**
 * The project's own aims, side by side in one run: ten lists refreshed fast and compatibly, what
 * that writes, a page of contents at any offset, an import, and check-outs while lists are
 * refreshed.
 */
public final class ListsBenchmark {
  private static final int PAGES = 400;
  private static final int PAGE_SIZE = 100;
  private static final double NANOS_PER_MS = 1e6;

  private final ListsPlan plan;
  private final ListsTarget target;
  private final Home home;
  private final Path folder;
  private final RunListener listener;

  /** Prepares it. */
  public ListsBenchmark(
      ListsPlan plan, ListsTarget target, Home home, Path folder, RunListener listener) {
    this.plan = plan;
    this.target = target;
    this.home = home;
    this.folder = folder;
    this.listener = listener;
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

  /** Runs all of it. */
  public Result run() throws IOException, SQLException, InterruptedException {
    try (var suite = new ListsSuite(plan, target, home, folder, listener)) {
      var cells = suite.prepare();
      var compat = cell(cells, "lists-separate-on", false);
      var fast = cell(cells, "lists-separate-on", true);
      var pages = pages(fast);
      var parallel = cell(cells, "parallel-on-fast", true);
      var imports = cell(cells, "cico-di-on", false);
      return new Result(
          rows(compat, fast, pages, parallel, imports), faults(compat, fast, parallel, imports));
    }
  }

  private CellRun.Result cell(CellRun cells, String experiment, boolean fast)
      throws IOException, SQLException, InterruptedException {
    listener.step(experiment + (fast ? ", fast" : ""));
    var cell = Cell.of(ListsPlan.baseline().experiment(experiment).orElseThrow());
    return cells.run(fast ? cell.refreshed(LoadModel.Refresh.FAST) : cell, fast ? 2 : 1);
  }

  /** Pages at offsets all over a list, one after another, milliseconds. */
  private Histogram pages(CellRun.Result refreshed) throws IOException, InterruptedException {
    listener.step("pages of contents");
    var list = refreshed.sample().refreshes().getFirst();
    var times = new Histogram(3);
    var random = new Random(plan.seed());
    try (var api = target.api(target.listsProcess(true))) {
      for (int page = 0; page < 2 * PAGES; page++) {
        var offset = random.nextInt((int) Math.max(1, list.records() - PAGE_SIZE));
        var start = System.nanoTime();
        api.get("lists/%s/contents?offset=%d&size=%d".formatted(list.list(), offset, PAGE_SIZE));
        // The first half warms up.
        if (page >= PAGES) {
          times.recordValue(System.nanoTime() - start);
        }
      }
    }
    return times;
  }

  private List<Row> rows(
      CellRun.Result compat,
      CellRun.Result fast,
      Histogram pages,
      CellRun.Result parallel,
      CellRun.Result imports) {
    var rows = new ArrayList<Row>();
    var slow = last(compat);
    var quick = last(fast);
    rows.add(new Row("ten lists, compatible", slow, "s", "", true));
    rows.add(aim("ten lists, fast", quick, "s", 3));
    rows.add(new Row("ratio", slow / quick, "times", "≥ 25", slow / quick >= 25));
    rows.add(new Row("WAL of ten compatible refreshes", compat.walMiB(), "MiB", "", true));
    rows.add(aim("WAL of ten fast refreshes", fast.walMiB(), "MiB", 60));
    var page = pages.getValueAtPercentile(99) / NANOS_PER_MS;
    rows.add(aim("page of contents at any offset, p99", page, "ms", 5));
    var records = "import of %,d records".formatted(plan.profile().records());
    rows.add(aim(records, mean(imports, FlowOperation.IMPORT) / 1000, "s", 60));
    rows.add(
        aim(
            "check-out action while lists are refreshed fast, p99",
            of(parallel, FlowOperation.CHECK_OUT_ACTION).p99Ms(),
            "ms",
            25));
    return rows;
  }

  private static Row aim(String what, double value, String unit, double most) {
    return new Row(what, value, unit, "≤ " + most, value <= most);
  }

  /** Until the last of the lists was there. */
  private static double last(CellRun.Result result) {
    return of(result, FlowOperation.REFRESH).maxMs() / 1000;
  }

  private static double mean(CellRun.Result result, FlowOperation operation) {
    return of(result, operation).meanMs();
  }

  private static OperationSummary of(CellRun.Result result, FlowOperation operation) {
    return result.sample().operations().stream()
        .filter(one -> one.operation().equals(operation.id()))
        .findFirst()
        .orElseThrow(() ->
            new IllegalStateException(
                "no %s: %s".formatted(operation.id(), result.sample().firstErrors())));
  }

  private static List<String> faults(CellRun.Result... results) {
    var faults = new ArrayList<String>();
    for (var result : results) {
      if (result.fault() != null) {
        faults.add(result.load().experiment() + ": " + result.fault());
      }
      result.checks().stream()
          .filter(check -> !check.passed())
          .forEach(check -> faults.add(check.id() + ": " + check.detail()));
    }
    return faults;
  }
}
