package org.reprise.ldx.worker;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Gatherers;
import org.reprise.ldx.feed.ChangeEvent;
import org.reprise.ldx.feed.NewEvents;
import org.reprise.ldx.feed.SyncPoint;

final class ChangeBatches {
  private ChangeBatches() {}

  /**
   * Batches of events in time. An event is remembered in the transaction that indexes it: else the
   * next poll takes it for one that came late, where this one is broken off.
   */
  static List<Batch> of(NewEvents.Changes found, SyncPoint since, int size) {
    List<Batch> batches = new ArrayList<>();
    int from = 0;
    List<List<ChangeEvent>> pieces =
        found.latest().stream().gather(Gatherers.windowFixed(size)).toList();
    for (List<ChangeEvent> piece : pieces) {
      ChangeEvent last = piece.getLast();
      int to = from;
      while (to < found.unknown().size()
          && ChangeEvent.IN_TIME.compare(found.unknown().get(to), last) <= 0) {
        to++;
      }
      batches.add(
          new Batch(
              batches.size(),
              piece.stream()
                  .map(event -> new Batch.Task(event.changed(), work(event, since)))
                  .toList(),
              found.unknown().subList(from, to),
              isAfter(last, since) ? new Batch.Progress.Events(SyncPoint.after(last)) : null));
      from = to;
    }
    return batches;
  }

  // The events after a late deletion have been read already: only the server knows the state now.
  private static Batch.Work work(ChangeEvent event, SyncPoint since) {
    if (!event.isDeletion()) {
      return Batch.Work.READ;
    }
    return isAfter(event, since) ? Batch.Work.REMOVE : Batch.Work.REMOVE_IF_GONE;
  }

  private static boolean isAfter(ChangeEvent event, SyncPoint since) {
    return since.order() == null || event.order().compareTo(since.order()) > 0;
  }

  static List<String> retried(NewEvents.Changes found, List<String> again) {
    Set<String> changed = new HashSet<>();
    found.latest().forEach(event -> changed.add(event.changed()));
    return again.stream().filter(uri -> !changed.contains(uri)).toList();
  }
}
