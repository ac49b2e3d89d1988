package org.reprise.content.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.reprise.content.store.Blob;
import org.reprise.content.store.StoredContent;

/** A content as one response reads it from the cache. It keeps nothing of the cache while open. */
final class CachedContent implements StoredContent {
  private final ContentCache cache;
  private final Blob blob;

  // Only for the counters: a block that is read in several pieces is asked for once.
  private long lastBlock = -1;

  CachedContent(ContentCache cache, Blob blob) {
    this.cache = cache;
    this.blob = blob;
  }

  @Override
  public long size() {
    return blob.size();
  }

  @Override
  public long read(long start, ByteBuffer... targets) throws IOException {
    long position = start;
    for (ByteBuffer target : targets) {
      while (target.hasRemaining() && position < blob.size()) {
        long block = position / Entry.BLOCK_BYTES;
        position += cache.read(blob, position, target, block != lastBlock);
        lastBlock = block;
      }
    }
    return position - start;
  }
}
