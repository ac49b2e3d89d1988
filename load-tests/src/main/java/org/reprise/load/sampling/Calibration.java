package org.reprise.load.sampling;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** How fast one core is just now: tells runs apart of different machines or busy neighbours. */
public final class Calibration {
  private static final int ROUNDS = 5;
  private static final int HASHES = 4_000;
  private static final int BLOCK = 4096;

  private Calibration() {}

  /**
   * Megabytes by second that one thread hashes with SHA-256 from 4 KiB blocks: the best of five
   * rounds of 16 MB, because whatever else runs only ever slows it down.
   */
  public static double score() {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      var block = new byte[BLOCK];
      var best = Long.MAX_VALUE;
      for (int round = 0; round < ROUNDS; round++) {
        var start = System.nanoTime();
        for (int hash = 0; hash < HASHES; hash++) {
          digest.update(block);
          // Each block depends on the one before: nothing can be left out.
          digest.digest(block, 0, digest.getDigestLength());
        }
        best = Math.min(best, System.nanoTime() - start);
      }
      return HASHES * BLOCK * 1e3 / best;
    } catch (NoSuchAlgorithmException | DigestException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
