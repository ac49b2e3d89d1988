package org.reprise.cps.data;

import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.anchor.Anchors;
import org.reprise.cps.anchor.StoredAnchor;
import org.reprise.cps.anchor.WriterTurns;
import org.reprise.cps.fault.InvalidRequest;
import org.reprise.cps.fault.Missing;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaSets;
import org.reprise.cps.schema.YangSchema;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Makes writes of one anchor wait for each other. What a write stores is read from its payload
 * before, so that nobody waits while a large payload is read.
 */
final class Writes {
  private final Anchors anchors;
  private final SchemaSets schemaSets;
  private final TransactionOperations transactions;

  Writes(Anchors anchors, SchemaSets schemaSets, TransactionOperations transactions) {
    this.anchors = anchors;
    this.schemaSets = schemaSets;
    this.transactions = transactions;
  }

  record Place(StoredAnchor anchor, YangSchema schema, DataPath path) {}

  interface Reader<C> {
    C read(YangSchema schema, DataPath path);

    /** The bytes of memory that the payload and what was read of it take. */
    default long bytes() {
      return 0;
    }
  }

  record Prepared<C>(Place place, C content, Reader<C> reader) {}

  /**
   * Reads what a write stores. The anchor may have been deleted since it was looked up, and another
   * one may have its name now: that is found out when it is locked.
   */
  <C> Prepared<C> prepare(AnchorRef anchor, String xpath, Reader<C> reader) {
    StoredAnchor known = anchors.known(anchor);
    try {
      return prepare(known, xpath, reader);
    } catch (InvalidRequest | Missing e) {
      // It may be valid for another anchor that has the name now.
      anchors.forget(anchor);
      StoredAnchor current = anchors.find(anchor);
      if (current.schemaSetId() == known.schemaSetId()) {
        throw e;
      }
      return prepare(current, xpath, reader);
    }
  }

  private <C> Prepared<C> prepare(StoredAnchor anchor, String xpath, Reader<C> reader) {
    YangSchema schema = schemaSets.schema(anchor.schemaSetId());
    DataPath path = schema.locate(xpath);
    return new Prepared<>(new Place(anchor, schema, path), reader.read(schema, path), reader);
  }

  /**
   * Makes a write by a statement that locks the anchor by itself, and changes nothing unless the
   * anchor that the write was prepared for still exists.
   *
   * @return false where it changed nothing; the write must be made {@link #locked} then
   */
  <C> boolean inOneRoundTrip(AnchorRef anchor, Prepared<C> write, BiPredicate<Place, C> statement) {
    try (WriterTurns.Turn turn = anchors.turn(anchor, write.reader::bytes)) {
      if (statement.test(write.place, write.content)) {
        return true;
      }
    }
    anchors.forget(anchor);
    return false;
  }

  /**
   * Makes a write in a transaction that locks the anchor first. Where the anchor has another schema
   * set than the write was prepared for, the payload is read again.
   */
  <C> void locked(
      AnchorRef anchor, String xpath, Prepared<C> prepared, BiConsumer<Place, C> change) {
    Prepared<C> write = prepared;
    StoredAnchor locked = change(anchor, write, change);
    while (locked.schemaSetId() != write.place.anchor.schemaSetId()) {
      write = prepare(locked, xpath, write.reader);
      locked = change(anchor, write, change);
    }
  }

  <C> void locked(AnchorRef anchor, String xpath, Reader<C> reader, BiConsumer<Place, C> change) {
    locked(anchor, xpath, prepare(anchor, xpath, reader), change);
  }

  // Changes nothing where the anchor has another schema set.
  private <C> StoredAnchor change(
      AnchorRef anchor, Prepared<C> write, BiConsumer<Place, C> change) {
    Place place = write.place;
    StoredAnchor locked;
    // Before a connection is taken.
    try (WriterTurns.Turn turn = anchors.turn(anchor, write.reader::bytes)) {
      locked =
          Objects.requireNonNull(
              transactions.execute(tx -> {
                StoredAnchor current = anchors.lock(anchor);
                if (current.schemaSetId() == place.anchor.schemaSetId()) {
                  change.accept(new Place(current, place.schema, place.path), write.content);
                }
                return current;
              }));
    }
    if (!locked.equals(place.anchor)) {
      anchors.forget(anchor);
    }
    return locked;
  }
}
