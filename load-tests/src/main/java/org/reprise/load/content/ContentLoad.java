package org.reprise.load.content;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.reprise.load.baseline.LoadModel.Think;

/**
 * What the users of a load do.
 *
 * @param documents that they read
 * @param words that they search for; none where nothing can be searched
 * @param interval from the log-in of a user to that of the next one
 * @param mix weights by operation; empty where users end behind their one-time transactions
 */
record ContentLoad(
    Repository.Address repository,
    List<StoredDocument> documents,
    List<String> words,
    Duration interval,
    Think think,
    Map<String, Integer> mix,
    long seed) {
  // Operations of the baseline.
  static final String LOG_IN = "log-in";
  static final String ALL_SEARCHES = "all-searches";
  static final String OPEN_ROOT = "open-root";
  static final String ADD = "add";
  static final String REMOVE = "remove";
  static final String VIEW = "view";
  static final String PROPERTIES = "properties";
  static final String SEARCH = "search";

  /** Each transaction of the mix, whichever. */
  static final String TRANSACTION = "transaction";

  // What the service acknowledges: "id digest" of each added document, ids of removed ones.
  static final String ADDED = "added";
  static final String REMOVED = "removed";

  // Ids of removals that were sent: they may have been done without an answer.
  static final String REMOVING = "removing";
}
