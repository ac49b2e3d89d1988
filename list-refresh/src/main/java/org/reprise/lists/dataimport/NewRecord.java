package org.reprise.lists.dataimport;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.reprise.lists.marc.MarcRecord;

/**
 * A record that is to be imported. All that names it follows from its job and its number, so that
 * it is the same in every attempt of every process.
 *
 * @param number in its file, from 1
 * @param offset the byte of its chunk where it begins
 * @param content as it came; not copied, and never changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record NewRecord(int number, long offset, MarcRecord record, UUID location, byte[] content) {
  /** The job of records; its hrid is its number for people. */
  record Job(UUID id, long hrid) {
    /** Returns the id of what a record becomes: a UUID of version 3. */
    String id(Kind kind, int number) {
      String name = kind + ":" + id + ":" + number;
      return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
    }

    String hrid(Kind kind, int number) {
      return "%s%d-%06d".formatted(kind.prefix, hrid, number);
    }
  }

  /** What a record becomes; FOLIO's prefixes of human-readable ids. */
  enum Kind {
    SOURCE(""),
    INSTANCE("in"),
    HOLDINGS("ho"),
    ITEM("it");

    private final String prefix;

    Kind(String prefix) {
      this.prefix = prefix;
    }
  }

  String barcode(Job job) {
    return "DI%d-%06d".formatted(job.hrid(), number);
  }
}
