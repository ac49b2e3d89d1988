package org.reprise.cps.read;

/**
 * Adds up the bytes of reads whose results are held together: one of these for each answer that is
 * made of several reads. For one thread.
 */
public final class ReadTotal {
  private long bytes;

  long bytes() {
    return bytes;
  }

  void add(long more) {
    bytes += more;
  }
}
