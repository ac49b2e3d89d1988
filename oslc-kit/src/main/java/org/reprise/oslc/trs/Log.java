package org.reprise.oslc.trs;

/**
 * The bounds of a change log, which consists of segments of one size.
 *
 * @param last position of the newest event; 0 before the first
 * @param incarnation of that event; 0 before the first
 * @param truncated events up to this position were deleted: whole segments
 * @param segmentSize how many events a full segment has
 */
public record Log(long last, long incarnation, long truncated, int segmentSize) {
  /** Returns the newest segment's number; there is one before the first event, too. */
  public long newest() {
    return Math.max(1, (last + segmentSize - 1) / segmentSize);
  }

  public boolean has(long segment) {
    return segment == newest() || (segment >= 1 && segment < newest() && last(segment) > truncated);
  }

  /** Returns whether a segment will never change. */
  public boolean isFull(long segment) {
    return last(segment) <= last;
  }

  /** Returns the position of the segment's first event. */
  public long first(long segment) {
    return (segment - 1) * segmentSize + 1;
  }

  /** Returns the position of the segment's last event once it is full. */
  public long last(long segment) {
    return segment * segmentSize;
  }

  public long segment(long position) {
    return (position + segmentSize - 1) / segmentSize;
  }
}
