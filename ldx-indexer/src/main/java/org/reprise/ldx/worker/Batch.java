package org.reprise.ldx.worker;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.feed.ChangeEvent;
import org.reprise.ldx.feed.SyncPoint;

/**
 * Resources that are read and stored together.
 *
 * @param number counted from 0 in each poll
 * @param tasks no resource twice
 * @param events to be remembered with it: those of its tasks, and others up to the last of them
 * @param reached the progress when this batch and all before it are stored; null for none
 */
record Batch(long number, List<Task> tasks, List<ChangeEvent> events, @Nullable Progress reached) {
  Batch {
    tasks = List.copyOf(tasks);
    events = List.copyOf(events);
  }

  /** Returns a batch of members of the base, or of retries. */
  static Batch read(long number, List<String> uris, @Nullable Progress reached) {
    return new Batch(number, uris.stream().map(Task::read).toList(), List.of(), reached);
  }

  record Task(String uri, Work work) {
    static Task read(String uri) {
      return new Task(uri, Work.READ);
    }
  }

  enum Work {
    READ,

    REMOVE,

    /** Its deletion came late, and it may be there again: it is fetched, or removed if gone. */
    REMOVE_IF_GONE
  }

  sealed interface Progress {
    /** The pages of the base before this one are stored. */
    record Page(URI next) implements Progress {}

    /** The events up to this one are stored. */
    record Events(SyncPoint sync) implements Progress {}
  }
}
