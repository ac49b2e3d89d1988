package org.reprise.load.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.reprise.load.measure.OpenLoad;

/** Counts second by second. What ends after the last of them is counted in the last. */
final class Seconds {
  private final AtomicLongArray answered;
  private final AtomicLongArray failed;
  private final AtomicLongArray nanos;

  Seconds(int most) {
    this.answered = new AtomicLongArray(most);
    this.failed = new AtomicLongArray(most);
    this.nanos = new AtomicLongArray(most);
  }

  void answered(long sinceStart, long time) {
    var second = second(sinceStart);
    answered.incrementAndGet(second);
    nanos.addAndGet(second, time);
  }

  void failed(long sinceStart) {
    failed.incrementAndGet(second(sinceStart));
  }

  private int second(long sinceStart) {
    return Math.clamp(sinceStart / 1_000_000_000L, 0, answered.length() - 1);
  }

  /** Those between two times since the start; what came later is in none. */
  List<OpenLoad.Second> list(double from, double to) {
    var list = new ArrayList<OpenLoad.Second>();
    for (int i = (int) from; i < Math.min(to, answered.length()); i++) {
      var count = answered.get(i);
      if (count > 0 || failed.get(i) > 0) {
        var mean = count == 0 ? 0 : nanos.get(i) / 1e6 / count;
        list.add(new OpenLoad.Second(i, count, failed.get(i), mean));
      }
    }
    return list;
  }
}
