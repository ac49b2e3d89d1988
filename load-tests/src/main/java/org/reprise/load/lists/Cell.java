package org.reprise.load.lists;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.LoadModel.Workflows;

/**
 * One cell of the report's table, as its baseline describes it.
 *
 * @param experiment its id
 * @param workflows its load
 */
record Cell(String experiment, Workflows workflows) {

  static Cell of(Experiment experiment) {
    if (experiment.loadModel() instanceof Workflows workflows) {
      return new Cell(experiment.id(), workflows);
    }
    throw new IllegalArgumentException(experiment.id() + " has no workflows");
  }

  LoadModel.@Nullable Lists lists() {
    return workflows.lists();
  }

  boolean hasLists() {
    return workflows.lists() != null;
  }

  boolean hasDesks() {
    return workflows.desks() != null;
  }

  boolean imports() {
    return workflows.records() != null;
  }

  /** How many lists are refreshed; 0 where none is. */
  int listCount() {
    var lists = workflows.lists();
    return lists == null ? 0 : lists.users();
  }

  /** How many desks work; 0 where none does. */
  int deskCount() {
    var desks = workflows.desks();
    return desks == null ? 0 : desks.users();
  }

  /** As the service names it. */
  String mode() {
    return switch (Objects.requireNonNull(workflows.lists()).refresh()) {
      case COMPAT -> "compat";
      case FAST -> "fast";
    };
  }

  String fql() {
    return Objects.requireNonNull(workflows.lists()).fql();
  }

  /** The same under another name. */
  Cell named(String name) {
    return new Cell(name, workflows);
  }

  /** The same without the import. */
  Cell withoutImport() {
    return new Cell(
        experiment, new Workflows(workflows.split(), workflows.lists(), workflows.desks(), null));
  }
}
