package org.reprise.lists.dataimport;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.lists.dataimport.UploadDefinition.FileDefinition;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Paging;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.Refusal.Parameter;
import org.reprise.lists.work.Slices;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Files that are to be imported. Their bytes are in the database, so that any instance can import
 * them, and no file is lost when an instance ends.
 */
@Component
@DependsOnDatabaseInitialization
final class Uploads implements AutoCloseable {
  private static final String SELECT =
      """
      select d.id, d.job_id as meta_job_execution_id,
        case when j.status = 'FILE_UPLOADED' then 'LOADED' when j.status <> 'NEW' then 'COMPLETED'
          when d.upload is null then 'NEW' else 'IN_PROGRESS' end as status,
        d.created_date as create_date, d.file_id, j.file_name,
        case when d.uploaded_date is not null then 'UPLOADED'
          when d.upload is null then 'NEW' else 'UPLOADING' end as file_status,
        d.job_id as file_job_execution_id, d.id as file_upload_definition_id,
        d.created_date as file_create_date, d.uploaded_date as file_uploaded_date,
        (d.size + 1023) / 1024 as file_size, d.created_date as metadata_created_date,
        j.user_id as metadata_created_by_user_id
      from upload_definition d join job_execution j on j.tenant = d.tenant and j.id = d.job_id
      where d.tenant = ?\
      """;
  private static final int LOOKS_IN_IDLE_TIME = 5;

  private final DatabaseClient database;
  private final Pieces pieces;
  private final ImportSettings settings;
  private final Loop cleanup;

  Uploads(Split split, Pieces pieces, ImportSettings settings, Loops loops) {
    this.database = DataImportBeans.database(split);
    this.pieces = pieces;
    this.settings = settings;
    Duration idle = settings.uploadIdle();
    this.cleanup =
        Slices.start(
            loops,
            "abandoned-uploads",
            idle.dividedBy(LOOKS_IN_IDLE_TIME),
            () -> endAbandoned(idle) > 0);
  }

  UploadDefinition create(Caller caller, String fileName) {
    UUID id = UUID.randomUUID();
    database.inTransaction(() ->
        database
            .sql(
                """
                with job as (
                  insert into job_execution (tenant, id, file_name, user_id) values (?, ?, ?, ?)
                  returning tenant, id)
                insert into upload_definition (tenant, id, file_id, job_id)
                select tenant, ?, ?, id from job\
                """)
            .param(caller.tenant().number())
            .param(UUID.randomUUID())
            .param(fileName)
            .param(caller.user())
            .param(id)
            .param(UUID.randomUUID())
            .update());
    return get(caller.tenant(), id);
  }

  /** Returns the definition; throws Refusal 404 where the tenant has none with the id. */
  UploadDefinition get(Tenant tenant, UUID id) {
    return database
        .sql(SELECT + " and d.id = ?")
        .params(tenant.number(), id)
        .query(RecordMapper.of(UploadDefinition.class))
        .optional()
        .orElseThrow(() -> notFound(id));
  }

  UploadDefinition.UploadDefinitionPage page(Tenant tenant, Paging request) {
    List<UploadDefinition> definitions =
        database
            .sql(SELECT + " order by d.created_date desc, d.id offset ? limit ?")
            .params(tenant.number(), request.offset(), request.size())
            .query(RecordMapper.of(UploadDefinition.class))
            .list();
    long total =
        database
            .sql("select count(*) from upload_definition where tenant = ?")
            .param(tenant.number())
            .query(Long.class)
            .single();
    return new UploadDefinition.UploadDefinitionPage(definitions, total);
  }

  /** Deletes a definition with its file; its job's history stays. */
  void delete(Tenant tenant, UUID id) {
    database.inTransaction(() -> {
      UUID job = lockedJob(tenant, id);
      int ended =
          database
              .sql(
                  """
                  update job_execution set completed_date = coalesce(completed_date, now()),
                    status = case when completed_date is null then 'DISCARDED' else status end
                  where tenant = ? and id = ? and status <> 'PARSING_IN_PROGRESS'\
                  """)
              .params(tenant.number(), job)
              .update();
      if (ended == 0) {
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

  /**
   * Receives a file's bytes. A second upload replaces one that was broken off.
   *
   * @param body read to its end, piece by piece, without a transaction around it
   * @throws IOException when the sender breaks off
   * @throws Refusal where the file is unknown, there already, empty or too long; 503 where the
   *     tenant's files take all of its space
   */
  UploadDefinition upload(Tenant tenant, UUID id, UUID file, InputStream body) throws IOException {
    UUID upload = begin(tenant, id, file);
    try {
      long size = pieces.write(new Pieces.File(tenant, id, upload), body, settings.maxFileSize());
      if (size == 0) {
        throw new Refusal(HttpStatus.BAD_REQUEST, "file.empty", "The file has no bytes");
      }
      finish(tenant, id, upload, size);
    } catch (IOException | RuntimeException | Error e) {
      if (!isFinished(tenant, id, upload, e)) {
        throw e;
      }
    }
    return get(tenant, id);
  }

  // The answer to a commit may be lost. The row's lock waits for a transaction that is not over
  // yet.
  // If the database does not answer this, either, the upload is ended as abandoned.
  private boolean isFinished(Tenant tenant, UUID id, UUID upload, Throwable failure) {
    try {
      end("tenant = ? and id = ? and upload = ? for update", tenant.number(), id, upload);
      return database
          .sql(
              """
              select uploaded_date is not null from upload_definition
              where tenant = ? and id = ? and upload = ?\
              """)
          .params(tenant.number(), id, upload)
          .query(Boolean.class)
          .optional()
          .orElse(false);
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
      return false;
    }
  }

  private UUID begin(Tenant tenant, UUID id, UUID file) {
    FileDefinition definition = get(tenant, id).file();
    if (!definition.id().equals(file)) {
      throw Refusal.notFound("file", "id", file);
    }
    UUID upload = UUID.randomUUID();
    // In one transaction: one that deletes later would delete what a newer upload has written.
    database.inTransaction(() -> {
      requireSpace(tenant, id);
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
    });
    return upload;
  }

  // One upload of a tenant after the other: of many at once each would see the same space.
  private void requireSpace(Tenant tenant, UUID id) {
    database
        .sql("select 1 from tenant where id = ? for no key update")
        .param(tenant.number())
        .query()
        .singleRow();
    boolean isFull =
        database
            .sql(
                """
                select coalesce(sum(coalesce(d.size, ?)), 0) >= ?
                from upload_definition d join job_execution j on j.tenant = d.tenant and j.id = d.job_id
                where d.tenant = ? and d.id <> ? and d.upload is not null and j.status <> 'COMMITTED'\
                """)
            .param(settings.maxFileSize().toBytes())
            .param(settings.space().toBytes())
            .param(tenant.number())
            .param(id)
            .query(Boolean.class)
            .single();
    if (isFull) {
      throw Refusal.unavailable(
          "upload.space.used.up", "The tenant's files take all of its space; delete some of them");
    }
  }

  /**
   * Ends an upload that was idle for some time: its sender or the process that received it has
   * ended, or is too slow. The file can be uploaded again.
   *
   * @return 0 where there is none
   */
  int endAbandoned(Duration idle) {
    return end(
        "last_piece_date < now() - ? * interval '1 millisecond' limit 1 for update skip locked",
        idle.toMillis());
  }

  private int end(String which, Object... binds) {
    return database
        .sql(
            """
            with failed as materialized (
              select tenant, id from upload_definition
              where upload is not null and uploaded_date is null and %s),
            removed as (
              delete from upload_piece p using failed f
              where p.tenant = f.tenant and p.definition_id = f.id)
            update upload_definition d set upload = null
            from failed f where d.tenant = f.tenant and d.id = f.id\
            """
                .formatted(which))
        .params(binds)
        .update();
  }

  private void finish(Tenant tenant, UUID id, UUID upload, long size) {
    database.inTransaction(() -> {
      int finished =
          database
              .sql(
                  """
                  with finished as (
                    update upload_definition set uploaded_date = now(), size = ?
                    where tenant = ? and id = ? and upload = ? and uploaded_date is null
                    returning tenant, job_id)
                  update job_execution j set status = 'FILE_UPLOADED'
                  from finished f where j.tenant = f.tenant and j.id = f.job_id\
                  """)
              .params(size, tenant.number(), id, upload)
              .update();
      if (finished == 0) {
        throw Pieces.replaced();
      }
    });
  }

  @Override
  public void close() {
    cleanup.close();
  }

  private static Refusal notFound(UUID id) {
    return Refusal.notFound("upload definition", "id", id);
  }
}
