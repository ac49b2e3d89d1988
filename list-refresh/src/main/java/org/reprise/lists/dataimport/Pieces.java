package org.reprise.lists.dataimport;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.UUID;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.Refusal.Parameter;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.unit.DataSize;

/**
 * Uploaded files in pieces. Each is written and read by a statement of its own, so that a slow
 * sender holds no connection and no file is in memory.
 */
final class Pieces {
  static final int PIECE = 256 * 1024;

  private final JdbcClient jdbc;

  Pieces(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** One try to upload the file of a definition. */
  record File(Tenant tenant, UUID definition, UUID upload) {}

  /**
   * Writes a file.
   *
   * @return its bytes
   * @throws Refusal 413 where there are more than the most; 409 where the upload was replaced or
   *     its definition deleted
   */
  long write(File file, InputStream body, DataSize most) throws IOException {
    long size = 0;
    int number = 0;
    for (byte[] piece = body.readNBytes(PIECE); piece.length > 0; piece = body.readNBytes(PIECE)) {
      size += piece.length;
      if (size > most.toBytes()) {
        throw tooLong(most);
      }
      insert(file, number++, piece);
    }
    return size;
  }

  private void insert(File file, int number, byte[] piece) {
    int inserted =
        jdbc.sql(
                """
                with going as (
                  update upload_definition set last_piece_date = now()
                  where tenant = ? and id = ? and upload = ? and uploaded_date is null
                  returning tenant, id, upload)
                insert into upload_piece (tenant, definition_id, upload, number, content)
                select tenant, id, upload, ?, ? from going\
                """)
            .params(file.tenant().number(), file.definition(), file.upload(), number, piece)
            .update();
    if (inserted == 0) {
      throw replaced();
    }
  }

  /** The upload was replaced, was idle for too long, or its definition was deleted. */
  static Refusal replaced() {
    return new Refusal(
        HttpStatus.CONFLICT,
        "file.replaced",
        "Another upload of the file began, nothing came for too long, or its definition was"
            + " deleted");
  }

  static Refusal tooLong(DataSize most) {
    return new Refusal(
        HttpStatus.CONTENT_TOO_LARGE,
        "file.too.large",
        "The file is longer than " + most.toBytes() + " bytes",
        new Parameter("limit", Long.toString(most.toBytes())));
  }

  /** Opens a file from an offset on. */
  InputStream open(File file, long offset) {
    return new PieceStream(number -> piece(file, number), PIECE, offset);
  }

  private Optional<byte[]> piece(File file, int number) {
    return jdbc.sql(
            """
            select content from upload_piece
            where tenant = ? and definition_id = ? and upload = ? and number = ?\
            """)
        .params(file.tenant().number(), file.definition(), file.upload(), number)
        .query((row, n) -> row.getBytes(1))
        .optional();
  }

  void delete(File file) {
    jdbc.sql("delete from upload_piece where tenant = ? and definition_id = ? and upload = ?")
        .params(file.tenant().number(), file.definition(), file.upload())
        .update();
  }

  /** Deletes what broken uploads of the same file left. */
  void deleteOthers(File file) {
    jdbc.sql("delete from upload_piece where tenant = ? and definition_id = ? and upload <> ?")
        .params(file.tenant().number(), file.definition(), file.upload())
        .update();
  }
}
