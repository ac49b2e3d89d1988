package org.reprise.load.lists;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
        base(target.listsProcess(cell.split())),
        ids,
        cell.mode(),
        plan.pollPause().toMillis(),
        cell.repeated());
  }

  private FlowLoad.Desks desks(Cell cell, int repetition) {
    return desks(cell, plan.profile().deskTime().toMillis(), plan.seed() + repetition);
  }

  private FlowLoad.Desks desks(Cell cell, long leastMs, long seed) {
    var think = plan.profile().thinkFactor() * 1000;
    return new FlowLoad.Desks(
        base(target.circulation()),
        cell.deskCount(),
        cell.checkInShare(),
        cell.think().fromSeconds() * think,
        cell.think().toSeconds() * think,
        leastMs,
        plan.profile().inventory().items(),
        servicePoint,
        seed);
  }

  private FlowLoad.@Nullable Imports imports(Cell cell) {
    if (!cell.imports()) {
      return null;
    }
    return imports(cell.hasLists() && !cell.repeated());
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
        desks(like, plan.profile().warmUp().toMillis(), plan.seed()),
        imports(false));
  }

  private static String base(ServiceProcess service) {
    return withoutSlash(service.origin());
  }

  private static String withoutSlash(URI origin) {
    return origin.toString().replaceAll("/+$", "");
  }
}
