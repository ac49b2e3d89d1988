package org.reprise.lists.dataimport;

import java.util.List;
import java.util.UUID;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Paging;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Records that were not imported, and why. */
@Component
final class JobLog {
  private static final int MAX_ERROR = 500;

  private final JdbcClient jdbc;

  JobLog(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Why a record was not imported.
   *
   * @param record its number in the file, from 1
   * @param offset the byte of the file where it is wrong
   */
  record Failure(int record, long offset, String error) {
    /** The reason without the rest of a record's text, of which it may quote 99 KB. */
    String shortError() {
      return error.substring(0, Math.min(error.length(), MAX_ERROR));
    }
  }

  /**
   * As the API answers it (mod-source-record-manager, {@code jobLogEntryDto}).
   *
   * @param sourceRecordOrder the record's number from 0
   * @param offset the byte of the file where it is wrong
   */
  record Entry(
      UUID jobExecutionId,
      String sourceRecordOrder,
      String sourceRecordActionStatus,
      long offset,
      String error) {}

  record JobLogPage(List<Entry> entries, long totalRecords) {}

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

  JobLogPage page(Tenant tenant, UUID job, Paging request) {
    List<Entry> entries =
        jdbc.sql(
                """
                select job_id as job_execution_id, (record - 1)::text as source_record_order,
                  'DISCARDED' as source_record_action_status, file_offset as offset, error
                from job_log_entry
                where tenant = ? and job_id = ? order by record offset ? limit ?\
                """)
            .params(tenant.number(), job, request.offset(), request.size())
            .query(RecordMapper.of(Entry.class))
            .list();
    long total =
        jdbc.sql("select count(*) from job_log_entry where tenant = ? and job_id = ?")
            .params(tenant.number(), job)
            .query(Long.class)
            .single();
    return new JobLogPage(entries, total);
  }
}
