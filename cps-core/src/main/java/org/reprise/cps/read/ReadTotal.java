package org.reprise.cps.read;

/** Adds up the bytes of the reads that one answer is made of. For one thread. */
public final class ReadTotal {
  private long bytes;

  long bytes() {
    return bytes;
  }

  void add(long more) {
    bytes += more;
  }
}
