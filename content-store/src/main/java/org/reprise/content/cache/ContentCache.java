package org.reprise.content.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.reprise.content.cache.Entry.Block;
import org.reprise.content.cache.Frames.Slab;
import org.reprise.content.store.Blob;
import org.reprise.content.store.ContentMissing;
import org.reprise.content.store.Contents;
import org.reprise.content.store.Digest;
import org.reprise.content.store.StoredContent;
import org.springframework.stereotype.Component;

/**
 * Contents in native memory, bounded in bytes and in entries; of both, what was not used for
 * longest goes first. An entry outlives its bytes; its bytes go with it. What is read is read in
 * blocks of 256 KiB, as the report's file system does, into frames of 8 KiB, so that a short
 * content takes little.
 *
 * <p>A content of one block is verified by its digest whenever it is read. Of a longer one only the
 * length is known to be right; the scrub verifies those.
 *
 * <p>It is thread-safe. One lock guards all state; nobody reads an area, copies or waits for a
 * client while holding it. A reader pins a block only while it copies, so that a slow client keeps
 * no memory.
 */
@Component
public class ContentCache implements AutoCloseable {
  /** The smallest bound: that of one slab of memory. */
  public static final long MIN_BYTES = Frames.SLAB_BYTES;

  private final Contents contents;
  private final long limit;
  private final ReentrantLock lock = new ReentrantLock();
  // A block was loaded or unpinned.
  private final Condition changed = lock.newCondition();
  private final LinkedHashMap<Blob, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  // In the order of their use; pinned ones are not in it.
  private final LinkedHashSet<Block> evictable = new LinkedHashSet<>();
  private final Frames frames = new Frames();
  private long maxBytes;
  private int maxEntries;
  private long metadataBytes;

  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder metadataReads = new LongAdder();
  private final LongAdder storageReads = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder bytesServed = new LongAdder();

  ContentCache(CacheSettings settings, Contents contents) {
    this.contents = contents;
    this.limit = settings.limit();
    change(settings.bytes().toBytes(), settings.entries());
  }

  /**
   * Changes the bounds, also while contents are read. What is above a smaller bound is evicted;
   * memory that a reader copies from is freed when it has done so.
   *
   * @param bytes in whole MiB; a remainder is left out
   * @throws IllegalArgumentException where a bound is out of its range
   */
  public void resize(long bytes, int entryLimit) {
    if (bytes < MIN_BYTES || bytes > limit || entryLimit < 1) {
      throw new IllegalArgumentException(
          "maxBytes must be from %,d to %,d, and maxEntries at least 1"
              .formatted(MIN_BYTES, limit));
    }
    change(bytes, entryLimit);
  }

  private synchronized void change(long bytes, int entryLimit) {
    int target = Math.toIntExact(bytes / Frames.SLAB_BYTES);
    // Outside of the lock: memory is cleared as it is allocated.
    List<Slab> more =
        Stream.generate(Slab::new).limit(Math.max(0, target - frames.slabs())).toList();
    lock.lock();
    try {
      frames.add(more);
      maxBytes = (long) target * Frames.SLAB_BYTES;
      maxEntries = entryLimit;
      if (frames.slabs() > target) {
        Set<Slab> retired = frames.retire(frames.slabs() - target);
        for (Entry entry : entries.values()) {
          for (Block block : entry.blocks) {
            if (block != null && block.isIn(retired)) {
              detach(block);
            }
          }
        }
      }
      evictEntriesAbove(maxEntries);
      makeRoom(0);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Opens a content to be read from here.
   *
   * @throws ContentMissing where it is not in its area, or has another length there
   */
  public StoredContent open(Blob blob) throws IOException {
    lock.lock();
    try {
      entry(blob);
    } finally {
      lock.unlock();
    }
    return new CachedContent(this, blob);
  }

  /** Reads some bytes of one block; {@code isCounted} where it is the first read of the block. */
  int read(Blob blob, long position, ByteBuffer target, boolean isCounted) throws IOException {
    int number = (int) (position / Entry.BLOCK_BYTES);
    Block block = pin(blob, number, isCounted);
    try {
      int from = (int) (position % Entry.BLOCK_BYTES);
      int count = Math.min(target.remaining(), block.entry.bytesOf(number) - from);
      copy(block, from, target, count);
      bytesServed.add(count);
      return count;
    } finally {
      unpin(block);
    }
  }

  private static void copy(Block block, int from, ByteBuffer target, int count) {
    int position = from;
    int left = count;
    while (left > 0) {
      int inFrame = position % Frames.FRAME_BYTES;
      int part = Math.min(left, Frames.FRAME_BYTES - inFrame);
      block.frames[position / Frames.FRAME_BYTES].copy(inFrame, target, part);
      position += part;
      left -= part;
    }
  }

  private Block pin(Blob blob, int number, boolean isCounted) throws IOException {
    Block block;
    lock.lock();
    try {
      while (true) {
        Entry entry = entry(blob);
        Block present = entry.blocks[number];
        int wanted = Math.ceilDiv(entry.bytesOf(number), Frames.FRAME_BYTES);
        if (present != null && !present.isLoading) {
          if (present.pins++ == 0) {
            evictable.remove(present);
          }
          if (isCounted) {
            hits.increment();
          }
          return present;
        }
        if (present == null && makeRoom(wanted)) {
          block = new Block(entry, number, frames.take(wanted));
          entry.blocks[number] = block;
          metadataBytes += block.metadataBytes();
          break;
        }
        // Another reads it, or all memory is pinned, which lasts no longer than a read.
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
    misses.increment();
    return load(block);
  }

  private Block load(Block block) throws IOException {
    boolean isLoaded = false;
    try {
      readFromArea(block);
      isLoaded = true;
      return block;
    } finally {
      lock.lock();
      try {
        block.isLoading = false;
        if (!isLoaded) {
          // What is known of its length may be wrong as well.
          evict(block.entry);
          release(block);
        }
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  private void readFromArea(Block block) throws IOException {
    Blob blob = block.entry.blob;
    int expected = block.entry.bytesOf(block.number);
    ByteBuffer[] buffers =
        Stream.of(block.frames).map(Frames.Frame::buffer).toArray(ByteBuffer[]::new);
    long read;
    try (StoredContent stored = contents.open(blob, true)) {
      storageReads.increment();
      read = stored.read((long) block.number * Entry.BLOCK_BYTES, buffers);
    }
    bytesRead.add(read);
    boolean isWhole = block.entry.blocks.length == 1;
    if (read != expected || (isWhole && !hasDigest(buffers, blob.digest()))) {
      throw new ContentMissing(blob);
    }
  }

  private static boolean hasDigest(ByteBuffer[] buffers, Digest expected) {
    MessageDigest digest = Digest.algorithm();
    for (ByteBuffer buffer : buffers) {
      digest.update(buffer.flip());
    }
    return Digest.of(digest.digest()).equals(expected);
  }

  private void unpin(Block block) {
    lock.lock();
    try {
      release(block);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void release(Block block) {
    if (--block.pins > 0) {
      return;
    }
    if (block.isDetached) {
      free(block);
    } else {
      evictable.add(block);
    }
  }

  private void detach(Block block) {
    if (block.isDetached) {
      return;
    }
    block.isDetached = true;
    block.entry.blocks[block.number] = null;
    if (block.pins == 0) {
      evictable.remove(block);
      free(block);
    }
  }

  private void free(Block block) {
    frames.giveBack(block.frames);
    metadataBytes -= block.metadataBytes();
  }

  // The entry of a content, made the last to go. Without one the lock is given up meanwhile.
  private Entry entry(Blob blob) throws IOException {
    Entry known = entries.get(blob);
    if (known != null) {
      return known;
    }
    lock.unlock();
    try {
      metadataReads.increment();
      if (contents.size(blob).orElse(-1) != blob.size()) {
        throw new ContentMissing(blob);
      }
    } finally {
      lock.lock();
    }
    Entry entry = new Entry(blob);
    Entry ofAnother = entries.putIfAbsent(blob, entry);
    if (ofAnother != null) {
      return ofAnother;
    }
    metadataBytes += entry.metadataBytes();
    evictEntriesAbove(maxEntries);
    makeRoom(0);
    return entry;
  }

  private void evictEntriesAbove(int count) {
    while (entries.size() > count) {
      evict(entries.firstEntry().getValue());
    }
  }

  private void evict(Entry entry) {
    if (entries.remove(entry.blob, entry)) {
      metadataBytes -= entry.metadataBytes();
      for (Block block : entry.blocks) {
        if (block != null) {
          detach(block);
        }
      }
    }
  }

  // Evicts blocks, and where none is left entries but the last. False where the rest is pinned.
  private boolean makeRoom(int wanted) {
    while (!fits(wanted)) {
      if (!evictable.isEmpty()) {
        detach(evictable.getFirst());
      } else if (frames.used() > 0) {
        return false;
      } else if (entries.size() > 1) {
        evictEntriesAbove(entries.size() - 1);
      } else {
        return true;
      }
    }
    return true;
  }

  private boolean fits(int wanted) {
    long metadata = metadataBytes + (wanted == 0 ? 0 : Block.metadataBytes(wanted));
    return wanted <= frames.free()
        && (long) (frames.used() + wanted) * Frames.FRAME_BYTES + metadata <= maxBytes;
  }

  /** Frees all memory that no reader copies from. */
  @Override
  public void close() {
    change(0, 0);
  }

  /** Returns the bounds, what is cached now, and what was done since the start. */
  public CacheState state() {
    lock.lock();
    try {
      return new CacheState(
          maxBytes,
          maxEntries,
          (long) frames.used() * Frames.FRAME_BYTES,
          metadataBytes,
          entries.size(),
          hits.sum(),
          misses.sum(),
          metadataReads.sum(),
          storageReads.sum(),
          bytesRead.sum(),
          bytesServed.sum());
    } finally {
      lock.unlock();
    }
  }
}
