package org.reprise.cps.data;

import java.util.Optional;
import java.util.function.LongConsumer;
import org.reprise.cps.anchor.AnchorRef;

/** Records changes of data for those who subscribed to them. */
@FunctionalInterface
public interface ChangeLog {
  ChangeLog NONE = (action, anchor, xpath) -> Optional.empty();

  /** The kinds of changes in events. New list entries replace the content of their parent. */
  enum Action {
    CREATE,
    REPLACE,
    REMOVE
  }

  /**
   * Returns what records a change of the anchor with an id, in the transaction of the change, which
   * has locked the anchor; empty where nobody has subscribed. Called outside of transactions.
   *
   * @param xpath as the caller wrote it
   */
  Optional<LongConsumer> of(Action action, AnchorRef anchor, String xpath);
}
