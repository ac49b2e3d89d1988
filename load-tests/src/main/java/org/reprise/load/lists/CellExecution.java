package org.reprise.load.lists;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
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
import org.reprise.load.validity.Observed;

/** One cell of the report's table: reset, lists, load, rest, checks. */
final class CellExecution implements Execution {
  private final ListsMeasurement measurement;
  private final Plan plan;
  private final ListsDeployment target;
  private final MarcFile marc;
  private final Cell cell;
  private final int repetition;
  private final List<String> lists = new ArrayList<>();
  private @Nullable EventLog events;
  private @Nullable ReadSources sources;

  CellExecution(
      ListsMeasurement measurement,
      Plan plan,
      ListsDeployment target,
      MarcFile marc,
      Cell cell,
      int repetition) {
    this.measurement = measurement;
    this.plan = plan;
    this.target = target;
    this.marc = marc;
    this.cell = cell;
    this.repetition = repetition;
  }

  @Override
  public String name() {
    return cell.experiment();
  }

  @Override
  public void reset() throws SQLException, InterruptedException {
    lists.clear();
    try (var primary = target.deployment().superuser().connect()) {
      Reset.run(primary);
    }
    target.deployment().awaitCaughtUp();
  }

  @Override
  public List<WatchedProcess> roles() {
    return target.listsRoles(cell.split());
  }

  @Override
  public Load arrange() throws IOException, InterruptedException {
    events = new EventLog(target.deployment().brokers(), ListsService.TENANT);
    events.mark();
    try (var api = target.api(target.lists(cell.split()))) {
      for (int number = 1; number <= cell.listCount(); number++) {
        lists.add(api.createList("%s %02d".formatted(cell.experiment(), number), cell.query()));
      }
    }
    return measurement.load(cell, repetition, lists);
  }

  @Override
  public Optional<Observed.Reads> reads(Sample sample) throws SQLException {
    try (var primary = target.deployment().superuser().connect()) {
      sources = ReadSources.of(primary);
    }
    return cell.hasLists() ? Optional.of(sources.reads(cell.split())) : Optional.empty();
  }

  @Override
  public void rest(List<Sample> samples) throws SQLException {
    target.deployment().awaitCaughtUp();
  }

  @Override
  public void check(List<Sample> samples, Outcome outcome)
      throws IOException, SQLException, InterruptedException {
    var sample = samples.getFirst();
    try (var published = Objects.requireNonNull(events);
        var primary = target.deployment().superuser().connect();
        var api = target.api(target.lists(cell.split()))) {
      var checks = new CellChecks(primary, Plan.name(cell.experiment(), repetition));
      if (cell.hasLists()) {
        checks.refreshed(Acknowledged.refreshes(sample).size(), lists.size());
        var condition = ListCondition.of(cell.query());
        checks.listsAsRefreshed(lists, condition, cell.hasDesks());
        if (cell.hasDesks()) {
          checks.listsAtRest(api, lists, condition);
        }
        checks.listThroughApi(
            api, lists.get(repetition % lists.size()), ListsService.TENANT, condition);
      }
      if (cell.hasDesks()) {
        checks.circulation(sample);
      }
      if (cell.imports()) {
        checks.imports(marc, Acknowledged.jobs(sample));
      }
      checks.events(sample, published, plan.profile().count("records"));
      checks.all().forEach(outcome::add);
    }
    notes(sample, outcome);
  }

  private void notes(Sample sample, Outcome outcome) {
    var action = sample.of(FlowOperation.CHECK_OUT_ACTION);
    if (action.getTotalCount() > 0) {
      note(outcome, "checkOutActionP99Ms", action.getValueAtPercentile(99) / 1e6);
    }
    if (!cell.hasLists() || sources == null) {
      return;
    }
    if (sample.seconds() > 0) {
      note(outcome, "listPollsPerSecond", sample.count(ListAppChain.POLLS) / sample.seconds());
    }
    note(outcome, "refreshesFromStandby", sources.standby());
    note(outcome, "refreshesFromWriter", sources.writer());
    note(outcome, "refreshesFromBoth", sources.mixed());
  }

  private void note(Outcome outcome, String what, double value) {
    outcome.summary(what + "." + Plan.name(cell.experiment(), repetition), value);
  }
}
