package org.reprise.load.lists;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.stack.ServiceProcess;

/**
 * Turns a cell of the baseline into the load of a process.
 *
 * @param plan amounts
 * @param target where it goes
 * @param file with the records of an import
 * @param servicePoint where all desks are
 */
record ListsLoads(ListsPlan plan, ListsTarget target, Path file, String servicePoint) {

  /** The same by another plan. */
  ListsLoads with(ListsPlan other) {
    return new ListsLoads(other, target, file, servicePoint);
  }

  /**
   * A cell's load. Where compatible refreshes and an import work side by side, further jobs follow
   * the first for as long as lists are refreshed: in the report the import outlasted them.
   */
  FlowLoad of(Cell cell, int repetition, List<String> lists) {
    return new FlowLoad(
        cell.experiment(),
        repetition,
        ListsService.TENANT,
        cell.hasLists() ? lists(cell, lists) : null,
        cell.hasDesks() ? desks(cell, repetition) : null,
        imports(cell));
  }

  private FlowLoad.Lists lists(Cell cell, List<String> ids) {
    return new FlowLoad.Lists(
        base(target.listsProcess(cell.workflows().split())),
        ids,
        cell.mode(),
        plan.pollPause().toMillis(),
        Objects.requireNonNull(cell.lists()).repeated());
  }

  private FlowLoad.Desks desks(Cell cell, int repetition) {
    var desks = Objects.requireNonNull(cell.workflows().desks());
    return desks(desks, plan.profile().deskTime().toMillis(), plan.seed() + repetition);
  }

  private FlowLoad.Desks desks(LoadModel.Desks desks, long leastMs, long seed) {
    var think = plan.profile().thinkFactor() * 1000;
    return new FlowLoad.Desks(
        base(target.circulation()),
        desks.users(),
        desks.checkInShare(),
        desks.thinkFromSeconds() * think,
        desks.thinkToSeconds() * think,
        leastMs,
        plan.profile().inventory().items(),
        servicePoint,
        seed);
  }

  private FlowLoad.@Nullable Imports imports(Cell cell) {
    if (!cell.imports()) {
      return null;
    }
    var lists = cell.lists();
    return imports(lists != null && !lists.repeated());
  }

  private FlowLoad.Imports imports(boolean repeated) {
    return new FlowLoad.Imports(
        base(target.imports()),
        file.toString(),
        plan.profile().records(),
        1,
        plan.profile().importPoll().toMillis(),
        repeated);
  }

  /** Everything once, before the first cell, in the manner of one with all three flows. */
  FlowLoad warmUp(Cell like, List<String> lists) {
    return new FlowLoad(
        "warm-up",
        1,
        ListsService.TENANT,
        lists(like, lists),
        desks(
            Objects.requireNonNull(like.workflows().desks()),
            plan.profile().warmUp().toMillis(),
            plan.seed()),
        imports(false));
  }

  private static String base(ServiceProcess service) {
    return withoutSlash(service.origin());
  }

  private static String withoutSlash(URI origin) {
    return origin.toString().replaceAll("/+$", "");
  }
}
