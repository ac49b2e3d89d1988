package org.reprise.ldx.worker;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.reprise.ldx.feed.ChangeEvent;
import org.reprise.ldx.feed.NewEvents;
import org.reprise.ldx.feed.SyncPoint;

/** Makes batches of what a log says. */
final class ChangeBatches {
  private ChangeBatches() {}

  static Batch batch(long number, List<ChangeEvent> events, SyncPoint since) {
    List<Batch.Task> tasks = new ArrayList<>();
    events.forEach(event -> tasks.add(new Batch.Task(event.changed(), work(event, since))));
    ChangeEvent last = events.getLast();
    return new Batch(
        number,
        tasks,
        isAfter(last, since) ? new Batch.Reached.Events(SyncPoint.after(last)) : null);
  }

  // What came after a late deletion has been read already: only the server knows what is true now.
  private static Batch.Work work(ChangeEvent event, SyncPoint since) {
    if (!event.isDeletion()) {
      return Batch.Work.READ;
    }
    return isAfter(event, since) ? Batch.Work.REMOVE : Batch.Work.REMOVE_IF_GONE;
  }

  private static boolean isAfter(ChangeEvent event, SyncPoint since) {
    return since.order() == null || event.order().compareTo(since.order()) > 0;
  }

  static List<Batch.Task> retried(NewEvents.Found found, List<String> again) {
    Set<String> changed = new HashSet<>();
    found.latest().forEach(event -> changed.add(event.changed()));
    return again.stream().filter(uri -> !changed.contains(uri)).map(Batch.Task::read).toList();
  }
}
