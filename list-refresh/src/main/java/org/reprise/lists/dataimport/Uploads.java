package org.reprise.lists.dataimport;

import java.io.IOException;
import java.io.InputStream;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.dataimport.UploadDefinition.FileDefinition;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Paging;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.Refusal.Parameter;
import org.springframework.http.HttpStatus;
import org.springframework.util.unit.DataSize;

/**
 * Files that are to be imported. Their bytes are in the database, so that any instance can import
 * them, and no file is lost when an instance ends.
 */
final class Uploads {
  private static final String SELECT =
      """
      select d.id, d.file_id, d.job_id, d.upload, d.size, d.uploaded_date, d.created_date,
             j.file_name, j.status, j.user_id
      from upload_definition d join job_execution j on j.tenant = d.tenant and j.id = d.job_id
      where d.tenant = ?\
      """;
  private static final int KILOBYTE = 1024;

  private final DatabaseClient database;
  private final Pieces pieces;
  private final DataSize largest;

  Uploads(DatabaseClient database, Pieces pieces, ImportSettings settings) {
    this.database = database;
    this.pieces = pieces;
    this.largest = settings.largestFile();
  }

  UploadDefinition create(Caller caller, String fileName) {
    Tenant tenant = caller.tenant();
    UUID id = UUID.randomUUID();
    UUID job = UUID.randomUUID();
    database.inTransaction(() -> {
      database
          .sql("insert into job_execution (tenant, id, file_name, user_id) values (?, ?, ?, ?)")
          .param(tenant.number())
          .param(job)
          .param(fileName)
          .param(caller.user())
          .update();
      database
          .sql(
              """
              insert into upload_definition (tenant, id, file_id, job_id) values (?, ?, ?, ?)\
              """)
          .params(tenant.number(), id, UUID.randomUUID(), job)
          .update();
    });
    return get(tenant, id);
  }

  /**
   * The one with that id.
   *
   * @throws Refusal 404 where the tenant has none
   */
  UploadDefinition get(Tenant tenant, UUID id) {
    return find(tenant, id).orElseThrow(() -> notFound(id));
  }

  private Optional<UploadDefinition> find(Tenant tenant, UUID id) {
    return database
        .sql(SELECT + " and d.id = ?")
        .params(tenant.number(), id)
        .query(Uploads::read)
        .optional();
  }

  UploadDefinition.Page page(Tenant tenant, Paging request) {
    List<UploadDefinition> definitions =
        database
            .sql(SELECT + " order by d.created_date desc, d.id offset ? limit ?")
            .params(tenant.number(), request.offset(), request.size())
            .query(Uploads::read)
            .list();
    long total =
        database
            .sql("select count(*) from upload_definition where tenant = ?")
            .param(tenant.number())
            .query(Long.class)
            .single();
    return new UploadDefinition.Page(definitions, total);
  }

  private static UploadDefinition read(ResultSet row, int number) throws SQLException {
    return new Row(row).definition();
  }

  /** Deletes a definition with its file; its job's history stays. */
  void delete(Tenant tenant, UUID id) {
    database.inTransaction(() -> {
      UUID job = lockedJob(tenant, id);
      String status = lockedStatus(tenant, job);
      if (status.equals(JobStatus.PARSING_IN_PROGRESS.name())) {
        throw new Refusal(
            HttpStatus.CONFLICT,
            "job.in.progress",
            "The file is being imported",
            new Parameter("jobExecutionId", job.toString()));
      }
      database
          .sql("delete from upload_definition where tenant = ? and id = ?")
          .params(tenant.number(), id)
          .update();
      database
          .sql(
              """
              update job_execution set status = 'DISCARDED', completed_date = now()
              where tenant = ? and id = ? and status in ('NEW', 'FILE_UPLOADED')\
              """)
          .params(tenant.number(), job)
          .update();
    });
  }

  // Locks the definition before its job, in the same order as the end of an upload.
  private UUID lockedJob(Tenant tenant, UUID id) {
    return database
        .sql("select job_id from upload_definition where tenant = ? and id = ? for update")
        .params(tenant.number(), id)
        .query(UUID.class)
        .optional()
        .orElseThrow(() -> notFound(id));
  }

  private String lockedStatus(Tenant tenant, UUID job) {
    return database
        .sql("select status from job_execution where tenant = ? and id = ? for update")
        .params(tenant.number(), job)
        .query(String.class)
        .single();
  }

  /**
   * Receives a file's bytes. A second upload replaces one that was broken off.
   *
   * @param body read to its end, piece by piece, without a transaction around it
   * @throws IOException when the sender breaks off
   * @throws Refusal where the file is unknown, there already, empty or too long
   */
  UploadDefinition upload(Tenant tenant, UUID id, UUID file, InputStream body) throws IOException {
    UUID upload = begin(tenant, id, file);
    boolean done = false;
    try {
      long size = pieces.write(new Pieces.File(tenant, id, upload), body, largest);
      if (size == 0) {
        throw new Refusal(HttpStatus.BAD_REQUEST, "file.empty", "The file has no bytes");
      }
      finish(tenant, id, upload, size);
      done = true;
    } finally {
      if (!done) {
        pieces.delete(new Pieces.File(tenant, id, upload));
      }
    }
    return get(tenant, id);
  }

  private UUID begin(Tenant tenant, UUID id, UUID file) {
    FileDefinition definition = get(tenant, id).fileDefinitions().getFirst();
    if (!definition.id().equals(file)) {
      throw new Refusal(
          HttpStatus.NOT_FOUND,
          "file.not.found",
          "The upload definition has no such file",
          new Parameter("id", file.toString()));
    }
    UUID upload = UUID.randomUUID();
    int begun =
        database
            .sql(
                """
                update upload_definition set upload = ?, last_piece_date = now()
                where tenant = ? and id = ? and uploaded_date is null\
                """)
            .params(upload, tenant.number(), id)
            .update();
    if (begun == 0) {
      throw new Refusal(
          HttpStatus.CONFLICT,
          "file.already.uploaded",
          "The file was uploaded before",
          new Parameter("id", file.toString()));
    }
    pieces.deleteOthers(new Pieces.File(tenant, id, upload));
    return upload;
  }

  /**
   * Ends uploads that were idle for some time: their sender or the process that received them has
   * ended, or is too slow. The file can be uploaded again.
   *
   * @return how many
   */
  int endAbandoned(Duration idle) {
    return database
        .sql(
            """
            with abandoned as (
              select tenant, id, upload from upload_definition
              where upload is not null and uploaded_date is null
                and last_piece_date < now() - ? * interval '1 millisecond'
              for update skip locked),
            ended as (
              update upload_definition d set upload = null
              from abandoned a where d.tenant = a.tenant and d.id = a.id
              returning d.tenant, d.id),
            removed as (
              delete from upload_piece p using abandoned a
              where p.tenant = a.tenant and p.definition_id = a.id)
            select count(*) from ended\
            """)
        .param(idle.toMillis())
        .query(Integer.class)
        .single();
  }

  private void finish(Tenant tenant, UUID id, UUID upload, long size) {
    database.inTransaction(() -> {
      int finished =
          database
              .sql(
                  """
                  update upload_definition set uploaded_date = now(), size = ?
                  where tenant = ? and id = ? and upload = ? and uploaded_date is null\
                  """)
              .params(size, tenant.number(), id, upload)
              .update();
      if (finished == 0) {
        throw Pieces.replaced();
      }
      database
          .sql(
              """
              update job_execution j set status = 'FILE_UPLOADED'
              from upload_definition d
              where d.tenant = ? and d.id = ? and j.tenant = d.tenant and j.id = d.job_id
                and j.status = 'NEW'\
              """)
          .params(tenant.number(), id)
          .update();
    });
  }

  private static Refusal notFound(UUID id) {
    return new Refusal(
        HttpStatus.NOT_FOUND,
        "upload.definition.not.found",
        "There is no such upload definition",
        new Parameter("id", id.toString()));
  }

  /** A line of {@link #SELECT}. */
  private record Row(ResultSet row) {
    UploadDefinition definition() throws SQLException {
      UUID id = row.getObject("id", UUID.class);
      UUID job = row.getObject("job_id", UUID.class);
      Instant created = row.getTimestamp("created_date").toInstant();
      FileDefinition file =
          new FileDefinition(
              row.getObject("file_id", UUID.class),
              row.getString("file_name"),
              fileStatus(),
              job,
              id,
              created,
              uploaded(),
              kilobytes());
      return new UploadDefinition(
          id,
          job,
          status(),
          created,
          List.of(file),
          new UploadDefinition.Metadata(created, row.getObject("user_id", UUID.class)));
    }

    private String fileStatus() throws SQLException {
      if (uploaded() != null) {
        return "UPLOADED";
      }
      return row.getObject("upload") == null ? "NEW" : "UPLOADING";
    }

    private String status() throws SQLException {
      return switch (JobStatus.valueOf(row.getString("status"))) {
        case NEW -> row.getObject("upload") == null ? "NEW" : "IN_PROGRESS";
        case FILE_UPLOADED -> "LOADED";
        case PARSING_IN_PROGRESS, COMMITTED, ERROR, DISCARDED -> "COMPLETED";
      };
    }

    private @Nullable Instant uploaded() throws SQLException {
      Timestamp at = row.getTimestamp("uploaded_date");
      return at == null ? null : at.toInstant();
    }

    private @Nullable Long kilobytes() throws SQLException {
      long bytes = row.getLong("size");
      return row.wasNull() ? null : Math.ceilDiv(bytes, KILOBYTE);
    }
  }
}
