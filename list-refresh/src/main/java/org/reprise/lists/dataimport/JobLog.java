package org.reprise.lists.dataimport;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.dataimport.NewRecord.Job;
import org.reprise.lists.dataimport.NewRecord.Kind;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Paging;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.stereotype.Component;

/** What became of the records of jobs: those that were imported, and why others were not. */
@Component
final class JobLog {
  private static final int MAX_ERROR = 500;
  private static final String CREATED = "CREATED";

  private final JdbcClient jdbc;

  JobLog(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Why a record, from 1 in its file, was not imported; the offset is the wrong byte's in that. */
  record Failure(int record, long offset, String error) {
    /** The reason without the rest of a record's text, of which it may quote 99 KB. */
    String shortError() {
      return error.substring(0, Math.min(error.length(), MAX_ERROR));
    }
  }

  /**
   * A record as the API answers it ({@code jobLogEntryDto}).
   *
   * @param sourceRecordOrder from 0
   * @param offset of the wrong byte in the file
   * @param sourceRecordTitle its first 500 characters: a thousand titles would fill the memory
   * @param error empty where the record was imported
   */
  record Entry(
      UUID jobExecutionId,
      @Nullable UUID sourceRecordId,
      String sourceRecordOrder,
      @Nullable String sourceRecordTitle,
      String sourceRecordType,
      String sourceRecordActionStatus,
      @Nullable Long offset,
      String error,
      @Nullable CreatedInstance relatedInstanceInfo,
      @Nullable List<CreatedRecord> relatedHoldingsInfo,
      @Nullable List<CreatedRecord> relatedItemInfo) {}

  record CreatedInstance(String actionStatus, List<String> idList, List<String> hridList) {}

  record CreatedRecord(String actionStatus, String id, String hrid, @Nullable String holdingsId) {}

  record JobLogPage(List<Entry> entries, long totalRecords) {}

  private record Row(
      int record,
      @Nullable Long fileOffset,
      String error,
      @Nullable UUID sourceId,
      @Nullable String title) {}

  /** Adds failures; those of records that have one are passed over. */
  void add(Tenant tenant, UUID job, List<Failure> failures) {
    if (failures.isEmpty()) {
      return;
    }
    jdbc.sql(
            """
            insert into job_log_entry (tenant, job_id, record, file_offset, error)
            select ?, ?, record, file_offset, error
            from unnest(?::int[], ?::bigint[], ?::text[]) as f (record, file_offset, error)
            on conflict do nothing\
            """)
        .param(tenant.number())
        .param(job)
        .param(failures.stream().mapToInt(Failure::record).toArray())
        .param(failures.stream().mapToLong(Failure::offset).toArray())
        .param(failures.stream().map(Failure::shortError).toArray(String[]::new))
        .update();
  }

  /** Reads what became of a job's records, in their order; only of failures if so asked. */
  JobLogPage page(Tenant tenant, JobExecution job, boolean errorsOnly, Paging request) {
    String failures = "from job_log_entry where tenant = :tenant and job_id = :job";
    String imported =
        "from marc_record where tenant = :tenant and job_id = :job and not :errorsOnly";
    List<Row> rows =
        statement(
                """
                select r.*, left(n.title, 500) as title
                from (
                  select record, file_offset, error, null::uuid as source_id, null::uuid as instance
                  %s
                  union all
                  select record, null, '', id, instance_id %s
                  order by record offset :offset limit :limit) r
                left join instance n on n.tenant = :tenant and n.id = r.instance
                order by r.record\
                """
                    .formatted(failures, imported),
                tenant,
                job,
                errorsOnly)
            .param("offset", request.offset())
            .param("limit", request.size())
            .query(RecordMapper.of(Row.class))
            .list();
    long total =
        statement(
                "select (select count(*) %s) + (select count(*) %s)".formatted(failures, imported),
                tenant,
                job,
                errorsOnly)
            .query(Long.class)
            .single();
    return new JobLogPage(rows.stream().map(row -> entry(job, row)).toList(), total);
  }

  private StatementSpec statement(String sql, Tenant tenant, JobExecution job, boolean errorsOnly) {
    return jdbc.sql(sql)
        .param("tenant", tenant.number())
        .param("job", job.id())
        .param("errorsOnly", errorsOnly);
  }

  // A record is stored with its instance, holdings and item or not at all, by ids that follow from
  // its number: the stored records themselves are the journal of what was imported.
  private static Entry entry(JobExecution execution, Row row) {
    int record = row.record;
    Job job = new Job(execution.id(), execution.hrId());
    String instance = job.id(Kind.INSTANCE, record);
    String holdings = job.id(Kind.HOLDINGS, record);
    boolean isImported = row.sourceId != null;
    return new Entry(
        execution.id(),
        row.sourceId,
        Integer.toString(record - 1),
        row.title,
        "MARC_BIBLIOGRAPHIC",
        isImported ? CREATED : "DISCARDED",
        row.fileOffset,
        row.error,
        isImported
            ? new CreatedInstance(
                CREATED, List.of(instance), List.of(job.hrid(Kind.INSTANCE, record)))
            : null,
        isImported ? created(job, Kind.HOLDINGS, record, null) : null,
        isImported ? created(job, Kind.ITEM, record, holdings) : null);
  }

  private static List<CreatedRecord> created(
      Job job, Kind kind, int record, @Nullable String holdings) {
    return List.of(
        new CreatedRecord(CREATED, job.id(kind, record), job.hrid(kind, record), holdings));
  }
}
