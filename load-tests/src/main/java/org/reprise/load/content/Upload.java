package org.reprise.load.content;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/** A document that a user adds; sha256 in hexadecimal digits. */
record Upload(String name, byte[] content, String sha256) {
  private static final int KIB = 1024;

  /** The report's Table 14: documents, and KiB of each. */
  private static final int[][] GROUPS = {
    {3_000_000, 1}, {1_500_000, 10}, {450_000, 100}, {150_000, 500}, {15_000, 2 * KIB},
    {2_000, 5 * KIB}, {1_500, 10 * KIB}, {4_000, 9 * KIB}, {4_000, 5 * KIB}, {4_000, 6 * KIB},
    {4_000, 7 * KIB}
  };

  /** Documents of the groups up to 2 MiB. */
  private static final int SMALL = 5_115_000;

  /**
   * Draws a size of up to 2 MiB in the proportions of Table 14: those of the report's users are not
   * published. The bytes do not follow from the seed, since equal contents are stored once.
   */
  static Upload draw(SplittableRandom random, String name) {
    var group = 0;
    for (int drawn = random.nextInt(SMALL); drawn >= GROUPS[group][0]; group++) {
      drawn -= GROUPS[group][0];
    }
    var content = new byte[GROUPS[group][1] * KIB];
    new SplittableRandom().nextBytes(content);
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(content);
      return new Upload(name, content, HexFormat.of().formatHex(digest));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns documents of the sizes of Table 14, so many for each of its own. */
  static List<StoredDocument> population(double scale) {
    var documents = new ArrayList<StoredDocument>();
    for (var group : GROUPS) {
      for (long i = Math.round(group[0] * scale); i > 0; i--) {
        var id = Integer.toString(documents.size());
        documents.add(new StoredDocument(id, (long) group[1] * KIB, "", id));
      }
    }
    return documents;
  }
}
