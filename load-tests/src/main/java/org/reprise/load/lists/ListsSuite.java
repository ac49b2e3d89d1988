package org.reprise.load.lists;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.child.RunListener;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Phases;
import org.reprise.load.deploy.RunningTarget;
import org.reprise.load.deploy.Target;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.Suite;
import org.reprise.load.system.MeasuredSystem;
import org.reprise.load.system.ReferenceService;
import picocli.CommandLine.Command;

/** Lists beside circulation and data import, measured by the FOLIO report. */
@Command
public final class ListsSuite implements MeasuredSystem, Suite {
  /** Cells that are compared with each other follow each other. */
  private static final List<String> ORDER =
      List.of(
          "lists-separate-off",
          "lists-separate-on",
          "lists-separate-on-fast",
          "cico-di-off",
          "cico-di-on",
          "parallel-off",
          "parallel-on",
          "parallel-on-fast",
          "lists-separate-off-checked-out");

  static Baseline report() {
    return Baselines.load("folio-lists-poppy");
  }

  @Override
  public String id() {
    return "lists";
  }

  @Override
  public String title() {
    return "lists of FOLIO, with circulation and data import beside them";
  }

  @Override
  public ReferenceService service() {
    return ListsService.SERVICE;
  }

  @Override
  public Suite suite() {
    return new ListsSuite();
  }

  @Override
  public List<Callable<Integer>> commands() {
    return List.of(new MarcCommand());
  }

  @Override
  public Baseline baseline() {
    return report();
  }

  @Override
  public Optional<String> impossible(Experiment experiment, Target target) {
    return target instanceof Target.Remote
        ? Optional.of(
            "lists are measured where the checks can read both databases: --target local or"
                + " compose")
        : Optional.empty();
  }

  /**
   * The cells of one repetition: in the first of the profile's repetitions all, in its others those
   * that claims speak of. Every second repetition goes backwards: what a machine slowly changes
   * then falls on both of two cells that are compared.
   */
  static List<Cell> order(Plan plan, int repetition) {
    var run = plan.experiments();
    var withAll = (repetition - 1) % plan.profile().repeats() == 0;
    var claimed =
        plan.baseline().claims().stream().flatMap(claim -> claim.experiments().stream()).toList();
    var cells =
        ORDER.stream()
            .filter(it -> withAll || claimed.contains(it))
            .map(plan.baseline()::require)
            .filter(run::contains)
            .map(Cell::of)
            .toList();
    return repetition % 2 == 1 ? cells : cells.reversed();
  }

  @Override
  public List<String> describe(Plan plan) {
    var lines = new ArrayList<String>();
    order(plan, 1)
        .forEach(cell -> lines.add(plan.line(cell.experiment(), cell.workflows().text())));
    var amounts = new ListsAmounts(plan.profile());
    var inventory = amounts.inventory();
    lines.add(
        "inventory: %,d items, %,d of them out, %,d patrons; imports of %,d records"
            .formatted(inventory.items(), inventory.out(), inventory.patrons(), amounts.records()));
    lines.add(
        "think time × %s; the import is looked at every %d ms (report 5 s)"
            .formatted(amounts.thinkFactor(), amounts.importPoll().toMillis()));
    lines.add(
        "compatible refresh: %s; original: %s"
            .formatted(amounts.compatRefresh().text(), CompatRefresh.ORIGINAL.text()));
    lines.add(
        "a list is looked at with a pause of %d ms; the report has none"
            .formatted(amounts.listPoll().toMillis()));
    return lines;
  }

  @Override
  public RunningTarget open(Plan plan, Home home, Path logs, Phases phases)
      throws IOException, InterruptedException {
    var amounts = new ListsAmounts(plan.profile());
    return ListsDeployment.open(plan.target(), amounts, plan.shares(), home, logs, phases);
  }

  @Override
  public Measurement measurement(Plan plan, RunningTarget open, Path folder, RunListener listener) {
    return new ListsMeasurement(plan, (ListsDeployment) open, folder, listener);
  }
}
