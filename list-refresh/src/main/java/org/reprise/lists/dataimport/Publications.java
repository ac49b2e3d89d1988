package org.reprise.lists.dataimport;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.reprise.lists.tenant.Tenant;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Which process publishes the chunks of which job, and which chunks are published. */
final class Publications {
  private final JdbcClient jdbc;
  private final Map<Short, Tenant> tenants;
  private final Short[] numbers;
  private final Duration lease;
  private final UUID process = UUID.randomUUID();

  Publications(JdbcClient jdbc, Collection<Tenant> tenants, Duration lease) {
    this.jdbc = jdbc;
    this.tenants =
        tenants.stream().collect(Collectors.toUnmodifiableMap(Tenant::number, Function.identity()));
    this.numbers = this.tenants.keySet().toArray(Short[]::new);
    this.lease = lease;
  }

  /** Takes a job that nobody publishes; the one that waits longest. */
  Optional<Publication> take() {
    return jdbc.sql(
            """
            with next as materialized (
              select tenant, id from job_execution
              where to_publish and tenant = any(?::smallint[])
                and (lease_until is null or lease_until < now())
              order by started_date limit 1 for update skip locked)
            update job_execution j
            set publisher = ?, lease_until = now() + ? * interval '1 millisecond'
            from next n join upload_definition d on d.tenant = n.tenant and d.job_id = n.id
            where j.tenant = n.tenant and j.id = n.id
            returning j.tenant, j.id, d.id, d.upload\
            """)
        .param(numbers)
        .param(process)
        .param(lease.toMillis())
        .query((row, n) -> {
          Tenant tenant = Objects.requireNonNull(tenants.get(row.getShort(1)));
          return new Publication(
              tenant,
              row.getObject(2, UUID.class),
              new Pieces.File(tenant, row.getObject(3, UUID.class), row.getObject(4, UUID.class)),
              process);
        })
        .optional();
  }

  /** A sign of life; false where another process has taken the job meanwhile. */
  boolean prolong(Publication job) {
    return hold(job, lease);
  }

  /** Leaves a job to whoever looks next, after a pause; false where another process has it. */
  boolean hold(Publication job, Duration pause) {
    return jdbc.sql(
                """
                update job_execution set lease_until = now() + ? * interval '1 millisecond'
                where tenant = ? and id = ? and publisher = ?\
                """)
            .params(pause.toMillis(), job.tenant().number(), job.job(), job.publisher())
            .update()
        == 1;
  }

  /** Notes that every chunk is published, unless some is to be published again. */
  void end(Publication job) {
    jdbc.sql(
            """
            update job_execution j set to_publish = false, publisher = null, lease_until = null
            where j.tenant = ? and j.id = ? and j.publisher = ? and not exists (
              select from import_chunk c
              where c.tenant = j.tenant and c.job_id = j.id and c.state = 'PENDING'
                and c.published_date is null)\
            """)
        .params(job.tenant().number(), job.job(), job.publisher())
        .update();
  }

  /** Chunks that are to be published, in the order of the file. */
  List<Chunk> next(Publication job, int most) {
    return jdbc.sql(
            """
            select number, first_record, records, file_offset, length from import_chunk
            where tenant = ? and job_id = ? and state = 'PENDING' and published_date is null
            order by number limit ?\
            """)
        .params(job.tenant().number(), job.job(), most)
        .query((row, n) ->
            new Chunk(row.getInt(1), row.getInt(2), row.getInt(3), row.getLong(4), row.getInt(5)))
        .list();
  }

  /** Notes chunks that Kafka has. */
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
   * Has chunks published again of jobs in which nothing moved for a while: Kafka may have lost
   * them. One that is being saved just now is passed over; one that comes twice is saved once.
   *
   * @return how many
   */
  int again(Duration quiet) {
    return jdbc.sql(
            """
            with quiet as (
              update job_execution j set to_publish = true
              where j.status = 'PARSING_IN_PROGRESS' and not j.to_publish
                and j.tenant = any(?::smallint[])
                and not exists (
                  select from import_chunk c
                  where c.tenant = j.tenant and c.job_id = j.id
                    and greatest(c.published_date, c.settled_date)
                      > now() - ? * interval '1 millisecond')
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
        .param(numbers)
        .param(quiet.toMillis())
        .update();
  }
}
