package org.reprise.lists.dataimport;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.reprise.kit.work.Leases;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.tenant.Tenants;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Which process publishes the chunks of which job, and which chunks are published. */
final class Publications {
  /** After how many quiet times a job is published again whose tenant imports other files. */
  private static final int QUIET_TIMES_BEHIND_OTHERS = 12;

  private final JdbcClient jdbc;
  private final Tenants tenants;
  private final Short[] numbers;
  private final Leases<UUID, Publication> lease;

  Publications(JdbcClient jdbc, Tenants tenants, Leases<UUID, Publication> lease) {
    this.jdbc = jdbc;
    this.tenants = tenants;
    this.numbers = tenants.all().stream().map(Tenant::number).toArray(Short[]::new);
    this.lease = lease;
  }

  /**
   * Takes a job that no process publishes: of the tenant with the fewest under way the one that
   * waits longest. Its lease is renewed until {@link #leave}.
   */
  Optional<Publication> take() {
    Optional<Publication> taken =
        jdbc.sql(
                """
                with busy as (
                  select tenant, count(*) as jobs from job_execution
                  where status = 'PARSING_IN_PROGRESS' and not to_publish group by tenant),
                next as materialized (
                  select j.tenant, j.id from job_execution j left join busy b on b.tenant = j.tenant
                  where j.to_publish and j.tenant = any(?::smallint[])
                    and (j.heartbeat is null or j.heartbeat < now() - ? * interval '1 millisecond')
                  order by coalesce(b.jobs, 0), j.started_date
                  limit 1 for update of j skip locked)
                update job_execution j
                set owner = ?, heartbeat = now()
                from next n join upload_definition d on d.tenant = n.tenant and d.job_id = n.id
                where j.tenant = n.tenant and j.id = n.id
                returning j.tenant, j.id, d.id, d.upload\
                """)
            .param(numbers)
            .param(lease.length().toMillis())
            .param(lease.owner())
            .query((row, n) -> {
              Tenant tenant = tenants.find(row.getShort(1)).orElseThrow();
              return new Publication(
                  tenant,
                  row.getObject(2, UUID.class),
                  new Pieces.File(
                      tenant, row.getObject(3, UUID.class), row.getObject(4, UUID.class)));
            })
            .optional();
    taken.ifPresent(job -> lease.hold(job.job(), job));
    return taken;
  }

  void leave(Publication job) {
    lease.end(job.job());
  }

  /** Whether no other process has taken a job meanwhile. */
  boolean isOurs(Publication job) {
    return jdbc.sql("select owner = ? from job_execution where tenant = ? and id = ?")
        .params(lease.owner(), job.tenant().number(), job.job())
        .query(Boolean.class)
        .optional()
        .orElse(false);
  }

  /** Leaves a job to any process, after a pause. */
  void hold(Publication job, Duration pause) {
    leave(job);
    jdbc.sql(
            """
            update job_execution set heartbeat = now() + ? * interval '1 millisecond'
            where tenant = ? and id = ? and owner = ?\
            """)
        .params(
            pause.minus(lease.length()).toMillis(), job.tenant().number(), job.job(), lease.owner())
        .update();
  }

  /** Notes that every chunk is published, unless some is to be published again. */
  void end(Publication job) {
    jdbc.sql(
            """
            update job_execution j set to_publish = false, owner = null, heartbeat = null
            where j.tenant = ? and j.id = ? and j.owner = ? and not exists (
              select from import_chunk c
              where c.tenant = j.tenant and c.job_id = j.id and c.state = 'PENDING'
                and c.published_date is null)\
            """)
        .params(job.tenant().number(), job.job(), lease.owner())
        .update();
  }

  /** Chunks after one that are to be published, in the order of the file. */
  List<Chunk> next(Publication job, int after, int max) {
    return jdbc.sql(
            """
            select number, first_record, records, file_offset as offset, length from import_chunk
            where tenant = ? and job_id = ? and number > ?
              and state = 'PENDING' and published_date is null
            order by number limit ?\
            """)
        .params(job.tenant().number(), job.job(), after, max)
        .query(RecordMapper.of(Chunk.class))
        .list();
  }

  void published(Publication job, List<Chunk> chunks) {
    jdbc.sql(
            """
            update import_chunk set published_date = now()
            where tenant = ? and job_id = ? and number = any(?)\
            """)
        .param(job.tenant().number())
        .param(job.job())
        .param(chunks.stream().mapToInt(Chunk::number).toArray())
        .update();
  }

  /**
   * Requests that chunks are published again of jobs without progress: Kafka may have lost them. A
   * job waits behind the other jobs of its tenant, so it is given longer while those make progress.
   * A chunk that is being saved is skipped; a message that is delivered twice is saved once.
   *
   * @return how many
   */
  int again(Duration quiet) {
    return jdbc.sql(
            """
            with quiet as (
              update job_execution j set to_publish = true
              where j.status = 'PARSING_IN_PROGRESS' and not j.to_publish
                and j.tenant = any(:tenants::smallint[])
                and (not exists (
                    select from import_chunk c
                    where c.tenant = j.tenant and greatest(c.published_date, c.settled_date)
                      > now() - :quiet * interval '1 millisecond')
                  or not exists (
                    select from import_chunk c
                    where c.tenant = j.tenant and c.job_id = j.id
                      and greatest(c.published_date, c.settled_date)
                        > now() - :quiet * :patience * interval '1 millisecond'))
              returning j.tenant, j.id),
            free as materialized (
              select c.tenant, c.job_id, c.number
              from import_chunk c join quiet q on c.tenant = q.tenant and c.job_id = q.id
              where c.state = 'PENDING'
              for update of c skip locked)
            update import_chunk c set published_date = null
            from free f
            where c.tenant = f.tenant and c.job_id = f.job_id and c.number = f.number\
            """)
        .param("tenants", numbers)
        .param("quiet", quiet.toMillis())
        .param("patience", QUIET_TIMES_BEHIND_OTHERS)
        .update();
  }
}
