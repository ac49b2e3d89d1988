package org.reprise.ldx.feed;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.rdf.Vocabulary;

/**
 * The newest event that the index has seen.
 *
 * @param event its URI, {@code rdf:nil} before the first one
 * @param order null while only the cutoff of the base is known
 */
public record SyncPoint(String event, @Nullable BigInteger order) {
  public static final SyncPoint BEGINNING = new SyncPoint(Vocabulary.NIL, null);

  public static SyncPoint after(ChangeEvent event) {
    return new SyncPoint(event.uri(), event.order());
  }

  /** Returns whether no event comes before it. */
  public boolean isBeginning() {
    return event.equals(Vocabulary.NIL);
  }
}
