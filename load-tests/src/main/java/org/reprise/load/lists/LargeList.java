package org.reprise.load.lists;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One list as long as the original allows, 1,250,000 records in the whole profile: refreshed,
 * checked id by id, and exported, by a service with 512 MB of heap.
 *
 * @param records in it
 * @param refreshSeconds until it was there
 * @param refreshHeap most heap that a collection left meanwhile, MiB
 * @param exportSeconds until its file was read
 * @param exportHeap as {@code refreshHeap}
 * @param faults what was wrong
 */
record LargeList(
    long records,
    double refreshSeconds,
    double refreshHeap,
    double exportSeconds,
    double exportHeap,
    List<String> faults) {
  /** The tenant whose inventory it is of, so that others keep theirs. */
  static final String TENANT = "consortium";

  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final double NANOS_PER_SECOND = 1e9;
  private static final String FQL = "{\"item_status\": {\"$ne\": \"Available\"}}";

  LargeList {
    faults = List.copyOf(faults);
  }

  /** What ten lists of the report's length leave at most, refreshed at once; MiB. */
  static double heapOfTen(ListsTarget target) throws IOException, InterruptedException {
    var service = target.listsProcess(true);
    try (var api = target.api(service)) {
      var lists = new ArrayList<String>();
      for (int number = 1; number <= 10; number++) {
        lists.add(api.createList("one of ten, " + number, FQL));
      }
      var heap = CollectionLog.begin(service, target.records().collections());
      api.refresh(lists, "fast", LIMIT);
      return heap.mostLeft();
    }
  }

  /** Fills an inventory of its own, which takes longer than all else, and does both. */
  static LargeList of(ListsTarget target, InventorySize size, long seed)
      throws IOException, SQLException, InterruptedException {
    var service = target.listsProcess(true);
    var log = target.records().collections();
    try (var primary = target.database().connect();
        var api = target.api(service, TENANT)) {
      Inventory.fill(primary, TENANT, size, seed);
      target.awaitCaughtUp();
      var list = api.createList("as long as can be", FQL);

      var heap = CollectionLog.begin(service, log);
      var start = System.nanoTime();
      api.refresh(List.of(list), "fast", LIMIT);
      var refreshSeconds = since(start);
      var refreshHeap = heap.mostLeft();
      var check = ListCheck.of(primary, list, ListCondition.of(FQL), true);

      heap = CollectionLog.begin(service, log);
      start = System.nanoTime();
      var lines = api.export(list, LIMIT);
      var exportSeconds = since(start);

      var faults = new ArrayList<String>();
      if (!check.passed() || check.records() != size.out()) {
        faults.add("list of %,d: %s".formatted(size.out(), check.text()));
      }
      if (lines != size.out() + 1) {
        faults.add("export of %,d: %,d lines with that of the names".formatted(size.out(), lines));
      }
      return new LargeList(
          check.records(), refreshSeconds, refreshHeap, exportSeconds, heap.mostLeft(), faults);
    }
  }

  private static double since(long start) {
    return (System.nanoTime() - start) / NANOS_PER_SECOND;
  }
}
