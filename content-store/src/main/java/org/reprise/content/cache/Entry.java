package org.reprise.content.cache;

import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.content.cache.Frames.Frame;
import org.reprise.content.cache.Frames.Slab;
import org.reprise.content.store.Blob;

/** A content that the cache knows. The lock of the cache guards it and its blocks. */
final class Entry {
  static final int BLOCK_BYTES = 256 * 1024;

  /**
   * What an entry without blocks takes on the heap, with its key (two records, a digest of 64
   * characters, the area's name) and its place in the order of use: measured with compressed
   * pointers.
   */
  private static final int BYTES = 288;

  private static final int BYTES_OF_REFERENCE = 4;

  final Blob blob;
  final @Nullable Block[] blocks;

  Entry(Blob blob) {
    this.blob = blob;
    this.blocks = new Block[Math.toIntExact(Math.ceilDiv(blob.size(), BLOCK_BYTES))];
  }

  long metadataBytes() {
    return BYTES + (long) BYTES_OF_REFERENCE * blocks.length;
  }

  /** Bytes of one block; the last one of a content may be shorter. */
  int bytesOf(int block) {
    return (int) Math.min(BLOCK_BYTES, blob.size() - (long) block * BLOCK_BYTES);
  }

  /** A part of a content in memory: read, pinned and evicted as a whole. */
  static final class Block {
    /** With its place in the order of use: measured as that of an entry. */
    private static final int BYTES = 112;

    final Entry entry;
    final int number;
    final Frame[] frames;

    /** Readers that copy it, or the one that reads it from its area. It is evicted at 0 only. */
    int pins = 1;

    boolean isLoading = true;

    /** No longer in its entry: its frames are given back with the last pin. */
    boolean isDetached;

    Block(Entry entry, int number, Frame[] frames) {
      this.entry = entry;
      this.number = number;
      this.frames = frames;
    }

    boolean isIn(Set<Slab> slabs) {
      return Arrays.stream(frames).anyMatch(frame -> slabs.contains(frame.slab()));
    }

    long metadataBytes() {
      return metadataBytes(frames.length);
    }

    static long metadataBytes(int frames) {
      return BYTES + (long) BYTES_OF_REFERENCE * frames;
    }
  }
}
