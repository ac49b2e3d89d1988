package org.reprise.ebms.message;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.message.Message.StoredPayload;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Payloads, stored in pieces. They are written in the transaction of their message. Each piece is
 * read by a statement of its own, so that a slow reader holds no connection.
 */
@Component
final class PayloadTable {
  static final int PIECE = 256 * 1024;

  private final JdbcClient jdbc;

  PayloadTable(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * A payload that is to be stored.
   *
   * @param encrypted whether the content is encrypted for the receiver
   */
  record New(
      String contentId,
      String contentType,
      @Nullable String role,
      long size,
      boolean encrypted,
      Content content) {}

  /** Opens a content from its start. */
  interface Content {
    InputStream open() throws IOException;
  }

  void insert(long message, List<New> payloads) {
    for (int position = 0; position < payloads.size(); position++) {
      New payload = payloads.get(position);
      long id =
          jdbc.sql(
                  """
                  insert into payload
                    (message, position, content_id, content_type, role, size, encrypted)
                  values (?, ?, ?, ?, ?, ?, ?) returning id\
                  """)
              .params(
                  Arrays.asList(
                      message,
                      position,
                      payload.contentId,
                      payload.contentType,
                      payload.role,
                      payload.size,
                      payload.encrypted))
              .query(Long.class)
              .single();
      pieces(id, payload);
    }
  }

  private void pieces(long payload, New from) {
    try (InputStream content = from.content.open()) {
      int number = 0;
      for (byte[] piece = content.readNBytes(PIECE);
          piece.length > 0;
          piece = content.readNBytes(PIECE)) {
        jdbc.sql("insert into payload_piece (payload, number, content) values (?, ?, ?)")
            .params(payload, number++, piece)
            .update();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<StoredPayload> of(long message) {
    return jdbc.sql(
            """
            select id, content_id, content_type, role, size, encrypted from payload
            where message = ? order by position\
            """)
        .param(message)
        .query((row, n) ->
            new StoredPayload(
                row.getLong(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getLong(5),
                row.getBoolean(6)))
        .list();
  }

  InputStream open(StoredPayload payload) {
    return new Pieces(payload);
  }

  private Optional<byte[]> piece(long payload, int number) {
    return jdbc.sql("select content from payload_piece where payload = ? and number = ?")
        .params(payload, number)
        .query((row, n) -> row.getBytes(1))
        .optional();
  }

  private final class Pieces extends InputStream {
    private final StoredPayload payload;
    private byte[] piece = new byte[0];
    private int position;
    private int number;
    private long left;

    Pieces(StoredPayload payload) {
      this.payload = payload;
      this.left = payload.size();
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      if (position == piece.length) {
        if (left == 0) {
          return -1;
        }
        piece =
            piece(payload.id(), number)
                .orElseThrow(() ->
                    new EOFException(
                        "piece " + number + " of a payload is not in the database any more"));
        number++;
        position = 0;
        left -= piece.length;
      }
      int some = Math.min(length, piece.length - position);
      System.arraycopy(piece, position, into, offset, some);
      position += some;
      return some;
    }
  }
}
