package org.reprise.cps.data;

import java.util.Locale;
import java.util.Map;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.anchor.StoredAnchor;
import org.reprise.cps.fragment.Fragments.Recording;

/** Records changes of data for those who subscribed to them. */
@FunctionalInterface
public interface ChangeLog {
  /**
   * The kinds of changes in events and delta reports. In events, new list entries replace the
   * content of their parent.
   */
  enum Action {
    CREATE,
    REPLACE,
    REMOVE;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns how to record actions by xpaths, which are as the caller wrote them. */
  Recording of(AnchorRef ref, StoredAnchor anchor, Map<String, Action> changes);
}
