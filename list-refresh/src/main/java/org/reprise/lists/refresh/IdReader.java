package org.reprise.lists.refresh;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;
import org.postgresql.copy.PGCopyInputStream;
import org.reprise.lists.query.CopyQuery;
import org.reprise.lists.split.DatabaseClient;

/** Reads ids by {@code COPY} in its binary format, one after the other. */
final class IdReader {
  private static final int FIXED_HEADER = 15;
  private static final int BUFFER = 64 * 1_024;

  /** What a server may take to sort one list's ids before it uses a disk. */
  private static final String SORT_MEMORY = "32MB";

  private final CopyOut copy;
  private final DataInputStream rows;
  private final byte[] id = new byte[SegmentWriter.UUID_BYTES];
  private long count;

  private IdReader(CopyOut copy) throws IOException {
    this.copy = copy;
    this.rows = new DataInputStream(new BufferedInputStream(new PGCopyInputStream(copy), BUFFER));
    rows.skipNBytes(FIXED_HEADER);
    rows.skipNBytes(rows.readInt());
  }

  /**
   * Begins, and waits for the first id. The connection is in a transaction, which has the query's
   * values from here on.
   */
  static IdReader begin(Connection connection, CopyQuery query) throws SQLException {
    query.setValues(connection);
    DatabaseClient.on(connection)
        .sql("select set_config('work_mem', ?, true)")
        .param(SORT_MEMORY)
        .query()
        .singleRow();
    CopyOut copy =
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyOut("copy (" + query.sql() + ") to stdout (format binary)");
    try {
      return new IdReader(copy);
    } catch (IOException e) {
      throw asSqlException(e);
    }
  }

  /**
   * Reads the next id.
   *
   * @return its bytes, valid until the next call; null behind the last
   * @throws SQLException when the database fails, or did not send as many as it says
   */
  byte @Nullable [] next() throws SQLException {
    try {
      if (rows.readShort() < 0) {
        end();
        return null;
      }
      int length = rows.readInt();
      if (length != id.length) {
        throw new SQLException("an id of " + length + " bytes");
      }
      rows.readFully(id);
      count++;
      return id;
    } catch (IOException e) {
      throw asSqlException(e);
    }
  }

  private void end() throws IOException, SQLException {
    while (rows.read() >= 0) {
      // What follows the trailer: the server's own count comes with the end.
    }
    if (copy.getHandledRowCount() != count) {
      throw new SQLException(
          "the database sent %d ids of %d".formatted(count, copy.getHandledRowCount()));
    }
  }

  long count() {
    return count;
  }

  private static SQLException asSqlException(IOException thrown) {
    return thrown.getCause() instanceof SQLException sql
        ? sql
        : new SQLException("reading ids failed: " + thrown.getMessage(), "08006", thrown);
  }
}
