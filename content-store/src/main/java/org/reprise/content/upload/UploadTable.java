package org.reprise.content.upload;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The rows of uploads. One process at a time receives the bytes of one, under a lease. */
@Repository
class UploadTable {
  private final JdbcClient database;

  UploadTable(JdbcClient database) {
    this.database = database;
  }

  Upload insert(Uploads.Target target, long length, String area, String user, Duration expiry) {
    return database
        .sql(
            """
            insert into upload (id, folder, target, name, type, media_type, metadata, length, area,
              created_by, expires_at)
            values (gen_random_uuid(), ?, ?, ?, ?, ?, ?, ?, ?, ?, now() + make_interval(secs => ?))
            returning *
            """)
        .param(target.folder())
        .param(target.document())
        .params(
            target.name(),
            target.type(),
            target.mediaType(),
            target.metadata(),
            length,
            area,
            user,
            expiry.toSeconds())
        .query(Upload.class)
        .single();
  }

  Optional<Upload> find(UUID id) {
    return database
        .sql("select * from upload where id = ? and expires_at > now()")
        .param(id)
        .query(Upload.class)
        .optional();
  }

  /**
   * Takes an upload, unless another request receives its bytes. From an owner that neither let go
   * of it nor renewed its lease it is taken over, with another epoch.
   */
  Optional<Upload> claim(UUID id, UUID owner, Duration lease) {
    return database
        .sql(
            """
            update upload set owner = :owner, heartbeat = now(),
              epoch = epoch + (owner is not null)::int
            where id = :id and document is null and expires_at > now()
              and (owner is null or heartbeat < now() - make_interval(secs => :lease))
            returning *
            """)
        .param("id", id)
        .param("lease", lease.toMillis() / 1000.0)
        .param("owner", owner)
        .query(Upload.class)
        .optional();
  }

  /** Records how many bytes are on disk; false where another process has taken the upload. */
  // More bytes renew the expiry, nothing else: the sweep goes by the age of the file.
  boolean record(Upload claimed, UUID owner, long received, Duration expiry) {
    return database
            .sql(
                """
                update upload set received = ?, expires_at =
                  case when ? > received then now() + make_interval(secs => ?) else expires_at end
                where id = ? and owner = ? and epoch = ?
                """)
            .params(received, received, expiry.toSeconds(), claimed.id(), owner, claimed.epoch())
            .update()
        > 0;
  }

  boolean complete(Upload claimed, UUID owner, UUID document) {
    return database
            .sql(
                """
                update upload set document = ?, received = length
                where id = ? and owner = ? and epoch = ?
                """)
            .params(document, claimed.id(), owner, claimed.epoch())
            .update()
        > 0;
  }

  void release(Upload claimed, UUID owner) {
    database
        .sql("update upload set owner = null where id = ? and owner = ? and epoch = ?")
        .params(claimed.id(), owner, claimed.epoch())
        .update();
  }

  void delete(UUID id) {
    database.sql("delete from upload where id = ?").param(id).update();
  }

  List<Upload> deleteExpired(Duration lease, int max) {
    return database
        .sql(
            """
            delete from upload where id in (
              select id from upload
              where expires_at < now()
                and (owner is null or heartbeat < now() - make_interval(secs => ?))
              limit ?
              for update skip locked)
            returning *
            """)
        .params(lease.toMillis() / 1000.0, max)
        .query(new SimplePropertyRowMapper<>(Upload.class))
        .list();
  }
}
