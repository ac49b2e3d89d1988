package org.reprise.load.content;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;

/**
 * What content-store's cache would read: of its entries and of their blocks, what was not used for
 * longest goes first. Entries outlive their blocks and take memory, too; blocks go with their
 * entry.
 */
final class CacheSimulation {
  static final int BLOCK_BYTES = 256 * 1024;
  static final int FRAME_BYTES = 8 * 1024; // memory is taken in whole frames

  private record Block(StoredDocument document, int number) {}

  private final LinkedHashMap<StoredDocument, Integer> entries =
      new LinkedHashMap<>(16, 0.75f, true);
  private final LinkedHashMap<Block, Long> blocks = new LinkedHashMap<>(16, 0.75f, true);
  private final long maxBytes;
  private final int maxEntries;
  private final long entryBytes;
  private long used;
  private long asked;
  private long reads;
  private long bytesRead;

  /** {@code entryBytes} is what the metadata of a file takes. */
  CacheSimulation(long maxBytes, int maxEntries, long entryBytes) {
    this.maxBytes = maxBytes;
    this.maxEntries = maxEntries;
    this.entryBytes = entryBytes;
  }

  /** Replays a trace with the bounds of a pool, scaled as the population is. */
  static CacheSimulation of(Scenario pool, double scale, double kib, List<StoredDocument> trace) {
    var settings = pool.ownSettings(scale);
    var bytes = Long.parseLong(settings.get(ContentService.CACHE_BYTES));
    var files = Integer.parseInt(settings.get(ContentService.CACHE_ENTRIES));
    var simulation = new CacheSimulation(bytes, files, Math.round(kib * 1024));
    trace.forEach(simulation::read);
    return simulation;
  }

  void read(StoredDocument document) {
    var count = Math.toIntExact(Math.ceilDiv(document.size(), BLOCK_BYTES));
    used += entries.put(document, count) == null ? entryBytes : 0;
    while (entries.size() > maxEntries) {
      evictEntry();
    }
    makeRoom(0);
    for (int i = 0; i < count; i++) {
      asked++;
      var block = new Block(document, i);
      if (blocks.get(block) == null) {
        var bytes = Math.min(BLOCK_BYTES, document.size() - (long) i * BLOCK_BYTES);
        var taken = Math.ceilDiv(bytes, FRAME_BYTES) * FRAME_BYTES;
        reads++;
        bytesRead += bytes;
        makeRoom(taken);
        blocks.put(block, taken);
        used += taken;
      }
    }
  }

  private void makeRoom(long wanted) {
    while (used + wanted > maxBytes && !blocks.isEmpty()) {
      used -= blocks.pollFirstEntry().getValue();
    }
    while (used + wanted > maxBytes && entries.size() > 1) {
      evictEntry();
    }
  }

  private void evictEntry() {
    var entry = entries.pollFirstEntry();
    used -= entryBytes;
    for (int i = 0; i < entry.getValue(); i++) {
      used -= Objects.requireNonNullElse(blocks.remove(new Block(entry.getKey(), i)), 0L);
    }
  }

  /** Returns the reads of the storage area, a block each. */
  long reads() {
    return reads;
  }

  double mebibytes() {
    return bytesRead / (double) (1 << 20);
  }

  /** Returns which part of the blocks that were asked for was in memory. */
  double hitRate() {
    return 1 - (double) reads / asked;
  }
}
