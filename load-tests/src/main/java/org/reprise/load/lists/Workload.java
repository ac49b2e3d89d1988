package org.reprise.load.lists;

import java.util.Objects;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel.Think;
import org.reprise.load.baseline.LoadModel.Workflow;
import org.reprise.load.baseline.LoadModel.Workflows;
import tools.jackson.databind.json.JsonMapper;

/** One cell of the report's table, as its baseline describes it. */
record Workload(String experiment, Workflows workflows) {
  private static final String LISTS = "lists";
  private static final String CIRCULATION = "circulation";

  /** Reads a cell, with some of its lists where the report has more. */
  static Workload of(Experiment experiment, int maxLists) {
    var report = (Workflows) experiment.loadModel();
    var some =
        report.workflows().stream()
            .map(it -> {
              var max = it.name().equals(LISTS) ? maxLists : it.users();
              return new Workflow(it.name(), Math.min(max, it.users()), it.think(), it.settings());
            });
    return new Workload(experiment.id(), new Workflows(some.toList(), report.settings()));
  }

  /** Returns whether the queries of the lists read from the standby. */
  boolean split() {
    return Boolean.TRUE.equals(workflows.settings().get("split"));
  }

  boolean hasLists() {
    return listCount() > 0;
  }

  boolean hasDesks() {
    return deskCount() > 0;
  }

  boolean hasImports() {
    return workflows.workflow("data-import").isPresent();
  }

  int listCount() {
    return workflows.workflow(LISTS).map(Workflow::users).orElse(0);
  }

  int deskCount() {
    return workflows.workflow(CIRCULATION).map(Workflow::users).orElse(0);
  }

  /** Returns how lists are refreshed: {@code compat} or {@code fast}. */
  String mode() {
    return (String) setting(LISTS, "refresh");
  }

  String query() {
    return (String) setting(LISTS, "query");
  }

  /** Returns whether lists are refreshed again and again for as long as the import works. */
  boolean repeated() {
    return (boolean) setting(LISTS, "repeated");
  }

  double checkInShare() {
    return (double) setting(CIRCULATION, "checkInShare");
  }

  Think think(double factor) {
    var think = Objects.requireNonNull(workflows.workflow(CIRCULATION).orElseThrow().think());
    return new Think(think.fromSeconds() * factor, think.toSeconds() * factor);
  }

  private Object setting(String workflow, String name) {
    var settings = workflows.workflow(workflow).orElseThrow().settings();
    return Objects.requireNonNull(settings.get(name), () -> experiment + " does not say " + name);
  }

  /** A query of the report in terms of the database: items with a status, or with any other. */
  record Condition(String status, boolean negated) {
    /** Reads the query of a list: one comparison of {@code item_status} by $eq or $ne. */
    static Condition of(String fql) {
      var comparison = JsonMapper.shared().readTree(fql).path("item_status");
      var negated = comparison.has("$ne");
      return new Condition(comparison.path(negated ? "$ne" : "$eq").stringValue(), negated);
    }
  }
}
