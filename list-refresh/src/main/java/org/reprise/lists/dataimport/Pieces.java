package org.reprise.lists.dataimport;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.reprise.lists.row.FileTable;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.Refusal.Parameter;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/** Uploaded files, in pieces. */
@Component
final class Pieces {
  static final int PIECE = 256 * 1024;

  private final JdbcClient jdbc;
  private final FileTable files;

  Pieces(JdbcClient jdbc) {
    this.jdbc = jdbc;
    this.files =
        new FileTable(
            jdbc,
            "upload_piece",
            List.of("tenant", "definition_id", "upload"),
            "number",
            """
            update upload_definition set last_piece_date = now()
            where tenant = :tenant and id = :definition_id and upload = :upload
              and uploaded_date is null
            returning tenant, id as definition_id, upload\
            """,
            """
            select tenant, id as definition_id, upload from upload_definition
            where tenant = :tenant and id = :definition_id and upload = :upload\
            """);
  }

  /** One try to upload the file of a definition. */
  record File(Tenant tenant, UUID definition, UUID upload) {
    private Map<String, ?> key() {
      return Map.of("tenant", tenant.number(), "definition_id", definition, "upload", upload);
    }
  }

  /**
   * Writes a file.
   *
   * @return its bytes
   * @throws Refusal 413 where there are more than the most; 409 where the upload was replaced or
   *     its definition deleted
   */
  long write(File file, InputStream body, DataSize max) throws IOException {
    long size = 0;
    int number = 0;
    for (byte[] piece = body.readNBytes(PIECE); piece.length > 0; piece = body.readNBytes(PIECE)) {
      size += piece.length;
      if (size > max.toBytes()) {
        throw tooLong(max);
      }
      if (!files.append(file.key(), number++, piece)) {
        throw replaced();
      }
    }
    return size;
  }

  /** The upload was replaced, was idle for too long, or its definition was deleted. */
  static Refusal replaced() {
    return new Refusal(
        HttpStatus.CONFLICT,
        "file.replaced",
        "Another upload of the file began, nothing came for too long, or its definition was"
            + " deleted");
  }

  static Refusal tooLong(DataSize max) {
    return new Refusal(
        HttpStatus.CONTENT_TOO_LARGE,
        "file.too.large",
        "The file is longer than " + max.toBytes() + " bytes",
        new Parameter("limit", Long.toString(max.toBytes())));
  }

  InputStream open(File file, long offset) {
    return files.open(file.key(), PIECE, offset);
  }

  /** Deletes what broken uploads of the same file left. */
  void deleteOthers(File file) {
    jdbc.sql("delete from upload_piece where tenant = ? and definition_id = ? and upload <> ?")
        .params(file.tenant().number(), file.definition(), file.upload())
        .update();
  }
}
