package org.reprise.load.lists;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.WatchedProcess;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.Sample;

/** One cell of the report's table: reset, lists, load, rest, checks. */
final class CellExecution implements Execution {
  private final ListsMeasurement run;
  private final Cell cell;
  private final int repetition;
  private List<String> lists = List.of();
  private @Nullable EventLog events;

  CellExecution(ListsMeasurement run, Cell cell, int repetition) {
    this.run = run;
    this.cell = cell;
    this.repetition = repetition;
  }

  @Override
  public String name() {
    return cell.experiment();
  }

  @Override
  public void reset() throws SQLException {
    try (var primary = run.deployment().superuser().connect()) {
      run.reset(primary);
    }
  }

  @Override
  public List<WatchedProcess> roles() {
    return run.listsRoles(cell.split());
  }

  @Override
  public Load arrange() throws IOException, InterruptedException {
    events = new EventLog(run.deployment().brokers(), ListsService.TENANT);
    lists = run.createLists(cell);
    return run.load(cell, repetition, lists);
  }

  @Override
  public Optional<Reads> reads(Sample sample) throws SQLException {
    if (!cell.hasLists()) {
      return Optional.empty();
    }
    try (var primary = run.deployment().superuser().connect()) {
      return Optional.of(CellChecks.reads(primary, cell.split()));
    }
  }

  @Override
  public void rest(List<Sample> samples) {
    run.awaitCaughtUp();
  }

  @Override
  public void check(List<Sample> samples, Outcome outcome)
      throws IOException, SQLException, InterruptedException {
    var sample = samples.getFirst();
    try (var published = Objects.requireNonNull(events);
        var primary = run.deployment().superuser().connect();
        var api = run.api(cell)) {
      var checks = new CellChecks(primary, Plan.name(cell.experiment(), repetition));
      if (cell.hasLists()) {
        var condition = ListCondition.of(cell.query());
        checks.refreshed(sample, lists.size());
        // What desks touched meanwhile may be in a list or not.
        checks.lists("lists-equal", lists, condition, !cell.hasDesks());
        if (cell.hasDesks()) {
          api.refresh(lists);
          checks.lists("lists-equal-at-rest", lists, condition, true);
        }
        var list = lists.get(repetition % lists.size());
        checks.contents(api, list, ListsService.TENANT, condition);
      }
      if (cell.hasDesks()) {
        checks.circulation(sample);
      }
      if (cell.hasImports()) {
        checks.imports(sample, run.marc());
      }
      checks.events(sample, published, run.marc().records());
      checks.all().forEach(outcome::add);
    }
  }
}
