package org.reprise.oslc.trs;

import java.util.Locale;
import org.reprise.oslc.rdf.RdfFormat;

/**
 * A document of a feed as it is answered.
 *
 * @param etag its entity tag, with the quotation marks
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes or compares them
public record PreparedDocument(String etag, byte[] body) {
  /**
   * Which of the documents that never change.
   *
   * @param kind {@code base} or {@code log}
   * @param number of the base's generation, or the segment
   * @param page of the base; of a segment 1 where it is the oldest one, which has no previous, else
   *     0
   * @param incarnation of the event that a segment ends with, as a restored database may give its
   *     number to another one; 0 for a base
   */
  public record Key(String kind, long number, int page, long incarnation, RdfFormat format) {
    /** The format's name as it is kept. */
    public String formatName() {
      return format.name().toLowerCase(Locale.ROOT);
    }
  }
}
