package org.reprise.load.lists;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.load.generator.Shape;

/**
 * What the users of a load do: which of the three flows, how much of each, and which of them goes
 * on for as long as another works.
 *
 * @param tenant as the header names it
 * @param lists null where no list is refreshed
 * @param desks null where no desk works
 * @param imports null where nothing is imported
 */
record FlowLoad(
    String tenant, @Nullable Lists lists, @Nullable Desks desks, @Nullable Imports imports) {
  /** Workflow of the users that refresh lists. */
  static final String LISTS = "ListApp";

  /** Workflow of the desks. */
  static final String CIRCULATION = "CICO";

  /** Workflow of the user that imports. */
  static final String IMPORT = "DI";

  FlowLoad {
    if (lists == null && desks == null && imports == null) {
      throw new IllegalArgumentException("a load without a flow");
    }
    if (lists != null && lists.repeated() && imports != null && imports.repeated()) {
      throw new IllegalArgumentException("two flows that wait for each other's end");
    }
  }

  /**
   * One user for each list: POST refresh, a short pause, and then GET until the refresh is gone.
   *
   * @param base of the service that refreshes
   * @param mode of the refresh, as the service names it
   * @param pollPauseMs between two GETs; 0 as in the report
   * @param repeated again and again for as long as the import works; where there is none, for as
   *     long as desks work at least
   */
  record Lists(String base, List<String> ids, String mode, long pollPauseMs, boolean repeated) {
    Lists {
      ids = List.copyOf(ids);
    }
  }

  /**
   * Desks that lend and take back.
   *
   * @param base of the service with circulation
   * @param thinkFromMs shortest pause before a transaction
   * @param thinkToMs longest
   * @param leastMs they work as long as the other flows do, and at least this long
   */
  record Desks(
      String base,
      int count,
      double checkInShare,
      double thinkFromMs,
      double thinkToMs,
      long leastMs,
      int items,
      String servicePoint,
      long seed) {}

  /**
   * Imports of one file.
   *
   * @param base of the service that imports
   * @param file MARC records
   * @param count of jobs, one after another
   * @param pollMs between two looks at the job
   * @param repeated more jobs follow for as long as lists are refreshed; where none is, for as long
   *     as desks work at least
   */
  record Imports(String base, String file, int records, int count, long pollMs, boolean repeated) {}

  /** Users at once, by workflow. */
  List<Shape.Users> users() {
    var users = new ArrayList<Shape.Users>();
    if (lists != null) {
      users.add(new Shape.Users(LISTS, lists.ids().size()));
    }
    if (desks != null) {
      users.add(new Shape.Users(CIRCULATION, desks.count()));
    }
    if (imports != null) {
      users.add(new Shape.Users(IMPORT, 1));
    }
    return users;
  }

  Duration leastDeskTime() {
    return desks == null ? Duration.ZERO : Duration.ofMillis(desks.leastMs());
  }
}
