package org.reprise.load.lists;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Usage;
import org.reprise.load.measure.Variant;
import org.reprise.load.sampling.ResourceSampler;

/** What a run has measured so far; complete or not, it can be handed to the judge at any time. */
final class ListsOutcome {
  private final List<ExperimentRun> runs = new ArrayList<>();
  private final List<OperationSummary> operations = new ArrayList<>();
  private final List<Usage> usages = new ArrayList<>();
  private final List<Check> checks = new ArrayList<>();
  private final List<String> invalid = new ArrayList<>();
  private final Map<String, Double> quantities = new LinkedHashMap<>();
  private final Map<String, Double> summary = new LinkedHashMap<>();

  ListsOutcome(ListsPlan plan) {
    var profile = plan.profile();
    quantities.put("scale.items", (double) profile.inventory().items());
    quantities.put("scale.rows", (double) profile.inventory().out());
    quantities.put("scale.records", (double) profile.records());
    quantities.put("scale.thinkFactor", profile.thinkFactor());
    quantities.put("scale.compatPollSeconds", profile.compatPoll().toMillis() / 1000.0);
    quantities.put("scale.importPollSeconds", profile.importPoll().toMillis() / 1000.0);
    quantities.put("scale.getPauseMs", (double) plan.pollPause().toMillis());
    quantities.put("scale.deskSeconds", profile.deskTime().toMillis() / 1000.0);
    plan.order(1).stream()
        .mapToInt(Cell::listCount)
        .max()
        .ifPresent(lists -> quantities.put("scale.lists", (double) lists));
    plan.order(1).stream()
        .mapToInt(Cell::deskCount)
        .max()
        .ifPresent(desks -> quantities.put("scale.desks", (double) desks));
  }

  /** Adds what a cell's load came to. */
  void add(FlowLoad load, FlowSample sample, List<Usage> used, @Nullable String fault) {
    runs.add(
        new ExperimentRun(
            load.experiment(),
            Variant.REPORT_EXACT,
            load.repetition(),
            "workflows",
            load.users(),
            1,
            sample.seconds(),
            sample.seconds() == 0 ? 0 : sample.finished() / sample.seconds(),
            sample.errors(),
            fault));
    sample.operations().stream()
        .filter(one -> !one.operation().equals(FlowOperation.CHECK_OUT_ACTION.id()))
        .forEach(operations::add);
    usages.addAll(used);
    noteActions(load, sample);
  }

  /** Adds where a cell's refreshes were read from. */
  void add(FlowLoad load, ReadSources sources) {
    if (load.lists() != null) {
      summary.put("refreshesFromStandby" + suffix(load), (double) sources.standby());
      summary.put("refreshesFromWriter" + suffix(load), (double) sources.writer());
      summary.put("refreshesFromBoth" + suffix(load), (double) sources.mixed());
    }
  }

  private static String suffix(FlowLoad load) {
    return "." + load.experiment() + (load.repetition() == 1 ? "" : "-" + load.repetition());
  }

  private void noteActions(FlowLoad load, FlowSample sample) {
    var suffix = suffix(load);
    sample.operations().stream()
        .filter(one -> one.operation().equals(FlowOperation.CHECK_OUT_ACTION.id()))
        .forEach(one -> summary.put("checkOutActionP99Ms" + suffix, one.p99Ms()));
    if (load.lists() != null && sample.seconds() > 0) {
      summary.put("listPollsPerSecond" + suffix, sample.polls() / sample.seconds());
    }
  }

  void add(List<Check> more) {
    checks.addAll(more);
  }

  void invalid(String reason) {
    invalid.add(reason);
  }

  Measured measured(ResourceSampler sampler, Map<String, String> notRun) {
    return new Measured(
        runs,
        operations,
        List.of(),
        checks,
        sampler.series(),
        sampler.marks(),
        List.of(),
        List.of(),
        usages,
        summary,
        quantities,
        notRun,
        invalid);
  }
}
