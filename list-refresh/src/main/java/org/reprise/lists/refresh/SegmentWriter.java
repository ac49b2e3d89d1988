package org.reprise.lists.refresh;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Writes ids as segments by {@code COPY}, in its binary format (PostgreSQL's manual, COPY, "Binary
 * Format"). Holds one segment.
 */
final class SegmentWriter {
  /** Ids in a segment; the last of a list may have fewer. */
  static final int SIZE = 1_000;

  static final int UUID_BYTES = 16;

  private static final byte[] HEADER = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0, 0, 0, 0, 0, 0, 0, 0, 0
  };
  private static final byte[] TRAILER = {(byte) 0xff, (byte) 0xff};
  private static final int UUID_OID = 2_950;
  private static final int ARRAY_HEADER = 20;
  private static final int ROW_HEADER = 2 + 4 + 2 + 4 + UUID_BYTES + 4 + 4 + 4 + 4 + 4;

  private final CopyIn copy;
  private final short tenant;
  private final UUID refreshId;
  private final int attempt;
  private final ByteBuffer ids = ByteBuffer.allocate(SIZE * (4 + UUID_BYTES));
  private final ByteBuffer row = ByteBuffer.allocate(ROW_HEADER + ARRAY_HEADER + ids.capacity());
  private int inSegment;
  private int segments;

  private SegmentWriter(CopyIn copy, Job job) {
    this.copy = copy;
    this.tenant = job.tenant().number();
    this.refreshId = job.refreshId();
    this.attempt = job.attempt();
  }

  static SegmentWriter begin(Connection writer, Job job) throws SQLException {
    CopyIn copy =
        writer
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn(
                "copy list_segment (tenant, refresh_id, attempt, segment, ids) from stdin"
                    + " (format binary)");
    copy.writeToCopy(HEADER, 0, HEADER.length);
    return new SegmentWriter(copy, job);
  }

  /** Adds an id: its sixteen bytes. */
  void add(byte[] id) throws SQLException {
    ids.putInt(UUID_BYTES).put(id);
    inSegment++;
    if (inSegment == SIZE) {
      writeSegment();
    }
  }

  private void writeSegment() throws SQLException {
    row.clear();
    row.putShort((short) 5);
    row.putInt(2).putShort(tenant);
    row.putInt(UUID_BYTES)
        .putLong(refreshId.getMostSignificantBits())
        .putLong(refreshId.getLeastSignificantBits());
    row.putInt(4).putInt(attempt);
    row.putInt(4).putInt(segments);
    row.putInt(ARRAY_HEADER + ids.position());
    // One dimension, no nulls, from 1.
    row.putInt(1).putInt(0).putInt(UUID_OID).putInt(inSegment).putInt(1);
    row.put(ids.flip());
    copy.writeToCopy(row.array(), 0, row.position());
    ids.clear();
    inSegment = 0;
    segments++;
  }

  /** Writes the last segment; throws SQLException when fewer were taken than were written. */
  void end() throws SQLException {
    if (inSegment > 0) {
      writeSegment();
    }
    copy.writeToCopy(TRAILER, 0, TRAILER.length);
    long taken = copy.endCopy();
    if (taken != segments) {
      throw new SQLException("%d segments were written, %d taken".formatted(segments, taken));
    }
  }
}
