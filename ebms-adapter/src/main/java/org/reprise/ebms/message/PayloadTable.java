package org.reprise.ebms.message;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.message.Message.StoredPayload;
import org.reprise.ebms.packaging.Octets;
import org.reprise.ebms.packaging.Payload;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
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

  /** A payload to be stored, with its role, a URI or null, and whether it is encrypted. */
  record New(Payload payload, @Nullable String role, boolean encrypted) {}

  void insert(long message, List<New> payloads) {
    for (int position = 0; position < payloads.size(); position++) {
      New stored = payloads.get(position);
      Payload payload = stored.payload;
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
                      payload.contentId(),
                      payload.contentType(),
                      stored.role,
                      payload.content().size(),
                      stored.encrypted))
              .query(Long.class)
              .single();
      pieces(id, payload);
    }
  }

  private void pieces(long payload, Payload from) {
    try (InputStream content = from.content().open()) {
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
        .query(new SimplePropertyRowMapper<>(StoredPayload.class))
        .list();
  }

  /** Returns a payload whose content is read when it is needed. */
  Payload content(StoredPayload payload) {
    return new Payload(
        payload.contentId(),
        payload.contentType(),
        new Octets(payload.size(), () -> open(payload)));
  }

  /** Opens a payload; each piece is read when it is needed. */
  InputStream open(StoredPayload payload) {
    return new SequenceInputStream(
        new Enumeration<>() {
          private int number;
          private long left = payload.size();

          @Override
          public boolean hasMoreElements() {
            return left > 0;
          }

          @Override
          public InputStream nextElement() {
            byte[] piece = piece(payload.id(), number++);
            left -= piece.length;
            return new ByteArrayInputStream(piece);
          }
        }) {
      @Override
      public void close() {
        // Not that of SequenceInputStream, which reads all pieces that are left.
      }
    };
  }

  private byte[] piece(long payload, int number) {
    return jdbc.sql("select content from payload_piece where payload = ? and number = ?")
        .params(payload, number)
        .query((row, n) -> row.getBytes(1))
        .optional()
        .orElseThrow(() ->
            new UncheckedIOException(
                new EOFException(
                    "piece " + number + " of a payload is not in the database any more")));
  }
}
