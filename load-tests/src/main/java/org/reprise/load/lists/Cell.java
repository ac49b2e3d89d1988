package org.reprise.load.lists;

import java.util.Optional;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel.Think;
import org.reprise.load.baseline.LoadModel.Workflow;
import org.reprise.load.baseline.LoadModel.Workflows;

/** One cell of the report's table, as its baseline describes it. */
record Cell(String experiment, Workflows workflows) {
  private static final String LISTS = "lists";
  private static final String CIRCULATION = "circulation";
  private static final String IMPORT = "data-import";

  static Cell of(Experiment experiment) {
    if (experiment.loadModel() instanceof Workflows workflows) {
      return new Cell(experiment.id(), workflows);
    }
    throw new IllegalArgumentException(experiment.id() + " has no workflows");
  }

  /** Whether the queries of the lists read from the standby. */
  boolean split() {
    return Boolean.TRUE.equals(workflows.settings().get("split"));
  }

  boolean hasLists() {
    return workflows.workflow(LISTS).isPresent();
  }

  boolean hasDesks() {
    return workflows.workflow(CIRCULATION).isPresent();
  }

  boolean imports() {
    return workflows.workflow(IMPORT).isPresent();
  }

  /** Whether lists are refreshed while others work. */
  boolean parallel() {
    return hasLists() && workflows.workflows().size() > 1;
  }

  /** How many lists are refreshed; 0 where none is. */
  int listCount() {
    return workflows.workflow(LISTS).map(Workflow::users).orElse(0);
  }

  /** How many desks work; 0 where none does. */
  int deskCount() {
    return workflows.workflow(CIRCULATION).map(Workflow::users).orElse(0);
  }

  /**
   * The way in which lists are refreshed, as the service names it: {@code compat} or {@code fast}.
   */
  String mode() {
    return of(LISTS, "refresh", String.class);
  }

  /** The query of every list, in FQL. */
  String query() {
    return of(LISTS, "query", String.class);
  }

  /** Whether lists are refreshed again and again for as long as the other workflows last. */
  boolean repeated() {
    return of(LISTS, "repeated", Boolean.class);
  }

  /** Share of check-ins among the transactions of desks. */
  double checkInShare() {
    return of(CIRCULATION, "checkInShare", Double.class);
  }

  Think think() {
    return Optional.ofNullable(workflows.workflow(CIRCULATION).orElseThrow().think())
        .orElse(new Think(0, 0));
  }

  private <T> T of(String workflow, String setting, Class<T> type) {
    var value = workflows.workflow(workflow).orElseThrow().settings().get(setting);
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException(
          "%s, %s: %s is %s".formatted(experiment, workflow, setting, value));
    }
    return type.cast(value);
  }
}
