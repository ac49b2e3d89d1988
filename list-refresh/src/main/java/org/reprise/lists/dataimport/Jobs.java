package org.reprise.lists.dataimport;

import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.reprise.lists.dataimport.JobExecution.Profile;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Paging;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.Refusal.Parameter;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Imports: their start, their end, and how the API answers them. */
@Component
final class Jobs {
  private static final String SELECT =
      """
      select j.id, j.hrid as hr_id, j.id as parent_job_id, 'PARENT_SINGLE' as subordination_type,
        j.file_name, j.profile_name as job_profile_info_name, j.profile_id as job_profile_info_id,
        'MARC' as job_profile_info_data_type, j.status,
        case j.status when 'ERROR' then 'FILE_PROCESSING_ERROR' end as error_status,
        case when j.total is not null then j.id end as progress_job_execution_id,
        (j.broken + c.imported + c.failed)::int as progress_current, j.total as progress_total,
        (j.broken + c.failed)::int as progress_failed, j.started_date, j.completed_date, j.user_id
      from (select * from job_execution where tenant = ? and %s) j
      cross join lateral (
        select j.imported + coalesce(sum(imported), 0) as imported,
          j.failed + coalesce(sum(failed), 0) as failed
        from import_chunk
        where tenant = j.tenant and job_id = j.id and j.completed_date is null) c
      order by j.created_date desc, j.id\
      """;

  private final JdbcClient jdbc;

  Jobs(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Returns the job; throws Refusal 404 where the tenant has none with the id. */
  JobExecution get(Tenant tenant, UUID id) {
    return jdbc.sql(SELECT.formatted("id = ?"))
        .params(tenant.number(), id)
        .query(RecordMapper.of(JobExecution.class))
        .optional()
        .orElseThrow(() -> Refusal.notFound("job execution", "id", id));
  }

  JobExecution.JobExecutionPage page(
      Tenant tenant, Collection<JobStatus> statuses, Paging request) {
    String[] names = statuses.stream().map(JobStatus::name).toArray(String[]::new);
    List<JobExecution> jobs =
        jdbc.sql(
                SELECT.formatted(
                    """
                    (cardinality(?::text[]) = 0 or status = any(?))
                    order by created_date desc, id offset ? limit ?\
                    """))
            .params(tenant.number(), names, names, request.offset(), request.size())
            .query(RecordMapper.of(JobExecution.class))
            .list();
    long total =
        jdbc.sql(
                """
                select count(*) from job_execution
                where tenant = ? and (cardinality(?::text[]) = 0 or status = any(?))\
                """)
            .params(tenant.number(), names, names)
            .query(Long.class)
            .single();
    return new JobExecution.JobExecutionPage(jobs, total);
  }

  /** Starts an import; throws Refusal where the file is not uploaded, or was imported before. */
  void start(Tenant tenant, UUID job, Profile profile) {
    int started =
        jdbc.sql(
                """
                update job_execution
                set status = 'PARSING_IN_PROGRESS', started_date = now(), to_publish = true,
                    profile_id = ?, profile_name = ?
                where tenant = ? and id = ? and status = 'FILE_UPLOADED'\
                """)
            .param(profile.id())
            .param(profile.name())
            .param(tenant.number())
            .param(job)
            .update();
    if (started == 0) {
      throw notStarted(get(tenant, job));
    }
  }

  private static Refusal notStarted(JobExecution job) {
    Parameter parameter = new Parameter("jobExecutionId", job.id().toString());
    return job.status() == JobStatus.NEW
        ? new Refusal(
            HttpStatus.UNPROCESSABLE_CONTENT,
            "file.not.uploaded",
            "The file is not uploaded yet",
            parameter)
        : new Refusal(
            HttpStatus.CONFLICT, "already.started", "The import was started before", parameter);
  }

  void completeIfDone(Tenant tenant, UUID job) {
    complete("and j.tenant = ? and j.id = ?", tenant.number(), job);
  }

  /** Ends all jobs whose chunks are all done, whichever process did the last one. */
  void completeAllDone() {
    complete("");
  }

  // A statement of its own after the commit of the last chunk: of two that finish at the same time,
  // one sees both. A file whose records are all saved is not kept twice.
  private void complete(String which, Object... binds) {
    jdbc.sql(
            """
            with ended as (
              update job_execution j
              set completed_date = now(), to_publish = false, (imported, failed, status) = (
                  select coalesce(sum(c.imported), 0), coalesce(sum(c.failed), 0),
                    case when j.total = 0 or j.broken + coalesce(sum(c.failed), 0) > 0
                      then 'ERROR' else 'COMMITTED' end
                  from import_chunk c where c.tenant = j.tenant and c.job_id = j.id)
              where j.status = 'PARSING_IN_PROGRESS' and j.total is not null
                and not exists (
                  select from import_chunk c
                  where c.tenant = j.tenant and c.job_id = j.id and c.state = 'PENDING')
            """
                + which
                + """

                  returning j.tenant, j.id, j.status)
                delete from upload_piece p using ended e, upload_definition d
                where e.status = 'COMMITTED' and d.tenant = e.tenant and d.job_id = e.id
                  and p.tenant = d.tenant and p.definition_id = d.id\
                """)
        .params(List.of(binds))
        .update();
  }
}
