package org.reprise.lists.file;

import java.io.InputStream;
import java.util.Optional;
import java.util.function.IntFunction;

/** The bytes of pieces of one length, the last of which may be shorter. */
final class PieceStream extends InputStream {
  private static final byte[] END = {};

  private final IntFunction<Optional<byte[]>> pieces;
  private byte[] piece;
  private int next;
  private int position;

  /**
   * Begins at an offset.
   *
   * @param pieces by their numbers from 0; empty after the last
   */
  PieceStream(IntFunction<Optional<byte[]>> pieces, int length, long offset) {
    this.pieces = pieces;
    this.next = Math.toIntExact(offset / length);
    this.piece = fetch();
    this.position = (int) (offset % length);
  }

  private byte[] fetch() {
    return pieces.apply(next++).orElse(END);
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    if (position >= piece.length && piece.length > 0) {
      piece = fetch();
      position = 0;
    }
    if (position >= piece.length) {
      return -1;
    }
    int some = Math.min(length, piece.length - position);
    System.arraycopy(piece, position, into, offset, some);
    position += some;
    return some;
  }
}
