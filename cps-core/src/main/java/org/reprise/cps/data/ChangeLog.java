package org.reprise.cps.data;

import java.util.Map;
import org.reprise.cps.anchor.AnchorRef;

/** Records changes of data for those who subscribed to them. */
@FunctionalInterface
public interface ChangeLog {
  /** The kinds of changes in events. New list entries replace the content of their parent. */
  enum Action {
    CREATE,
    REPLACE,
    REMOVE
  }

  /**
   * Records changes at the end of their transaction, which has locked the anchor.
   *
   * @param id that of the anchor
   * @param changes actions by xpaths, which are as the caller wrote them
   */
  void record(AnchorRef anchor, long id, Map<String, Action> changes);
}
