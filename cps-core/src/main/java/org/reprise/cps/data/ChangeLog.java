package org.reprise.cps.data;

import java.util.Map;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.anchor.StoredAnchor;
import org.reprise.cps.fragment.Fragments.Recording;

/** Records changes of data for those who subscribed to them. */
@FunctionalInterface
public interface ChangeLog {
  /** The kinds of changes in events. New list entries replace the content of their parent. */
  enum Action {
    CREATE,
    REPLACE,
    REMOVE
  }

  /** Returns how to record actions by xpaths, which are as the caller wrote them. */
  Recording of(AnchorRef ref, StoredAnchor anchor, Map<String, Action> changes);
}
