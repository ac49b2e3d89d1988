package org.reprise.lists.export;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.Types;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.LeaseTable;
import org.reprise.lists.row.FileTable;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.work.LeasedRows;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.unit.DataSize;

final class ExportTable extends LeasedRows {
  static final LeaseTable LEASES = leases("list_export", "id");
  // How much is removed at once, to keep transactions short. It is selected once: in a condition
  // with "in" the server may do so again for each row.
  private static final int PIECES = 50;
  private static final int EXPORTS = 1_000;

  // How long a client may take for a piece before the file may be removed.
  private static final Duration PIECE_TIMEOUT = Duration.ofMinutes(10);

  private final UUID owner;
  private final FileTable files;

  ExportTable(JdbcClient jdbc, UUID owner) {
    super(jdbc, LEASES);
    this.owner = owner;
    this.files =
        new FileTable(
            jdbc,
            "export_chunk",
            List.of("tenant", "export_id"),
            "chunk",
            """
            update list_export set heartbeat = now(), bytes = bytes + :length
            where tenant = :tenant and id = :export_id and status = 'IN_PROGRESS'
            returning tenant, id as export_id\
            """,
            """
            update list_export set heartbeat = now()
            where tenant = :tenant and id = :export_id and status = 'SUCCESS'
            returning tenant, id as export_id\
            """);
  }

  /** Returns the same on one connection. */
  ExportTable on(Connection connection) {
    return new ExportTable(DatabaseClient.on(connection), owner);
  }

  private static Map<String, ?> key(Tenant tenant, UUID id) {
    return Map.of("tenant", tenant.number(), "export_id", id);
  }

  Export begin(Tenant tenant, UUID listId, List<String> fields, @Nullable UUID createdBy) {
    UUID id = UUID.randomUUID();
    jdbc.sql(
            """
            insert into list_export (tenant, id, list_id, fields, status, created_by, start_date, owner, heartbeat)
            values (:tenant, :id, :list, :fields, 'IN_PROGRESS', :by, now(), :owner, now())\
            """)
        .param("tenant", tenant.number())
        .param("id", id)
        .param("list", listId)
        .param("fields", fields.toArray(String[]::new))
        .param("by", createdBy, Types.OTHER)
        .param("owner", owner)
        .update();
    return find(tenant, listId, id).orElseThrow();
  }

  /** Returns whether a tenant's files take the space that they may. */
  boolean isFull(Tenant tenant, DataSize space) {
    return jdbc.sql(
            """
            select coalesce(sum(bytes), 0) >= ? from list_export
            where tenant = ? and status in ('IN_PROGRESS', 'SUCCESS')\
            """)
        .params(space.toBytes(), tenant.number())
        .query(Boolean.class)
        .single();
  }

  Optional<Export> find(Tenant tenant, UUID listId, UUID id) {
    return jdbc.sql(
            """
            select id as export_id, list_id, status, start_date, end_date, created_by, failure_reason, bytes
            from list_export where tenant = ? and list_id = ? and id = ?\
            """)
        .params(tenant.number(), listId, id)
        .query(RecordMapper.of(Export.class))
        .optional();
  }

  /** Stores the next piece of a file; returns false where the export has ended meanwhile. */
  boolean append(Tenant tenant, UUID id, int chunk, byte[] content) {
    return files.append(key(tenant, id), chunk, content);
  }

  /** Removes what was written; returns false where the export has ended meanwhile. */
  boolean restart(Tenant tenant, UUID id) {
    files.delete(key(tenant, id));
    return jdbc.sql(
                """
                update list_export set bytes = 0, heartbeat = now()
                where tenant = ? and id = ? and status = 'IN_PROGRESS'\
                """)
            .params(tenant.number(), id)
            .update()
        == 1;
  }

  void succeed(Tenant tenant, UUID id) {
    jdbc.sql(
            """
            update list_export set status = 'SUCCESS', end_date = now()
            where tenant = ? and id = ? and status = 'IN_PROGRESS'\
            """)
        .params(tenant.number(), id)
        .update();
  }

  /**
   * Writes a file, a piece in memory at a time. It is not removed while it is read.
   *
   * @throws IOException also where a client took so long for a piece that the file was removed
   */
  void copy(Tenant tenant, Export export, OutputStream to) throws IOException {
    try (InputStream file = files.open(key(tenant, export.exportId()))) {
      long copied = file.transferTo(to);
      if (copied != export.bytes()) {
        throw new IOException(
            "%,d of %,d bytes of export %s were there"
                .formatted(copied, export.bytes(), export.exportId()));
      }
    }
  }

  /**
   * Removes some exports that ended long ago with their files, and some pieces of incomplete files;
   * returns whether there may be more.
   */
  boolean removeSome(Duration retention) {
    failOld(retention);
    int pieces =
        jdbc.sql(
                """
                with piece as materialized (
                  select c.tenant, c.export_id, c.chunk
                  from list_export e
                  join export_chunk c on c.tenant = e.tenant and c.export_id = e.id
                  where e.status not in ('IN_PROGRESS', 'SUCCESS')
                  limit ?)
                delete from export_chunk c using piece p
                where c.tenant = p.tenant and c.export_id = p.export_id and c.chunk = p.chunk\
                """)
            .params(PIECES)
            .update();
    return pieces > 0
        || jdbc.sql(
                    """
                    delete from list_export where (tenant, id) in (
                      select tenant, id from list_export
                      where status not in ('IN_PROGRESS', 'SUCCESS')
                        and end_date < now() - ? * interval '1 millisecond'
                      limit ? for update skip locked)\
                    """)
                .params(retention.toMillis(), EXPORTS)
                .update()
            > 0;
  }

  // Committed before the first piece is deleted: a download gets the whole file or an error. The
  // heartbeat is that of the last download, too.
  private void failOld(Duration retention) {
    jdbc.sql(
            """
            with old as materialized (
              select tenant, id from list_export
              where status = 'SUCCESS' and end_date < now() - :retention * interval '1 millisecond'
                and heartbeat < now() - :piece * interval '1 millisecond'
              limit :max for update skip locked)
            update list_export e
            set status = 'FAILED', failure_reason = 'Its file was removed: its retention ended'
            from old where e.tenant = old.tenant and e.id = old.id\
            """)
        .param("retention", retention.toMillis())
        .param("piece", PIECE_TIMEOUT.toMillis())
        .param("max", EXPORTS)
        .update();
  }
}
