package org.reprise.load.sampling;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * How fast one core of this machine is just now, as one number: fixed work, so that two runs can be
 * told apart that were made on different machines or beside a busy neighbour.
 */
public final class Calibration {
  private static final int ROUNDS = 5;
  private static final int HASHES = 20_000;
  private static final int BLOCK = 4096;

  private Calibration() {}

  /**
   * Megabytes by second that one thread hashes with SHA-256 from 4 KiB blocks: the best of five
   * rounds of 80 MB, about a second in all. The best, because whatever else runs only ever slows it
   * down.
   */
  public static double score() {
    var best = 0.0;
    for (int round = 0; round < ROUNDS; round++) {
      best = Math.max(best, round());
    }
    return best;
  }

  private static double round() {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      var block = new byte[BLOCK];
      var start = System.nanoTime();
      for (int hash = 0; hash < HASHES; hash++) {
        digest.update(block);
        var sum = digest.digest();
        // Each block depends on the one before: nothing can be left out.
        System.arraycopy(sum, 0, block, 0, sum.length);
      }
      return (double) HASHES * BLOCK / 1e6 / ((System.nanoTime() - start) / 1e9);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
