package org.reprise.load.lists;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.LoadModel.Think;

/**
 * What the users of a load do, each of the three workflows from a base of its own; null where one
 * is left out.
 *
 * @param least desks work as long as the other workflows, and at least this long; what is repeated
 *     without another workflow beside it lasts as long
 */
record ListsLoad(
    String tenant,
    int page,
    Duration least,
    @Nullable Lists lists,
    @Nullable Desks desks,
    @Nullable Imports imports) {
  // The workflows, as progress and Gatling's page call them.
  static final String LIST_APP = "ListApp";
  static final String CIRCULATION = "CICO";
  static final String DATA_IMPORT = "DI";

  // Operations of the baseline.
  static final String REFRESH = "refresh";
  static final String CHECK_IN = "check-in";
  static final String CHECK_OUT = "check-out";
  static final String IMPORT = "data-import";

  // Kinds of ids that services acknowledge: loans made and ended, refreshes, import jobs.
  static final String LENT = "loans";
  static final String RETURNED = "returns";
  static final String REFRESHED = "refreshes";
  static final String JOB = "jobs";

  /**
   * One user for each list.
   *
   * @param mode {@code compat} or {@code fast}
   * @param pollPause between two looks; 0 as in the report
   * @param repeated again and again for as long as the import works
   */
  record Lists(String base, List<String> ids, String mode, Duration pollPause, boolean repeated) {}

  /**
   * Desks that lend and take back.
   *
   * @param items of the {@link Inventory} that a run has filled; 0 where the service is asked for
   *     items and patrons
   */
  record Desks(
      String base,
      int count,
      double checkInShare,
      Think think,
      int items,
      String servicePoint,
      long seed) {}

  /**
   * Imports of one file by one user. Where refreshes are not {@code repeated}, job follows job for
   * as long as lists are refreshed.
   */
  record Imports(String base, String file, Duration pollPause) {}

  Map<String, Integer> users() {
    var users = new TreeMap<String, Integer>();
    users.put(LIST_APP, lists == null ? 0 : lists.ids().size());
    users.put(CIRCULATION, desks == null ? 0 : desks.count());
    users.put(DATA_IMPORT, imports == null ? 0 : 1);
    users.values().removeIf(it -> it == 0);
    return users;
  }
}
