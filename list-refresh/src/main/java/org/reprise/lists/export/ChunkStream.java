package org.reprise.lists.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Cuts what is written into pieces of one length; the last one is shorter. */
final class ChunkStream extends OutputStream {
  private final byte[] chunk;
  private final Sink sink;
  private int filled;
  private int chunks;

  interface Sink {
    /** Takes a piece; they count from zero. */
    void accept(int number, byte[] piece) throws IOException;
  }

  ChunkStream(int length, Sink sink) {
    this.chunk = new byte[length];
    this.sink = sink;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    for (int done = 0; done < length; ) {
      int part = Math.min(length - done, chunk.length - filled);
      System.arraycopy(bytes, from + done, chunk, filled, part);
      filled += part;
      done += part;
      if (filled == chunk.length) {
        pass();
      }
    }
  }

  private void pass() throws IOException {
    sink.accept(chunks, Arrays.copyOf(chunk, filled));
    chunks++;
    filled = 0;
  }

  @Override
  public void close() throws IOException {
    if (filled > 0) {
      pass();
    }
  }
}
