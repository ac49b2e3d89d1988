package org.reprise.load.content;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.reprise.load.deploy.Sql;

/**
 * What the repository holds before each load. Users remove only what they have added, so that the
 * repository is as before once their documents are gone; its area keeps files of removed documents
 * for the grace period.
 */
final class Population {
  private Population() {}

  /** Marks what is there: all that comes later goes with {@link #restore}. */
  static void mark(Connection database) throws SQLException {
    Sql.update(database, "create schema population");
    Sql.update(database, "create table population.object as select id from object");
    Sql.update(database, "alter table population.object add primary key (id)");
  }

  /** Takes out what users have added since {@link #mark}, and their files. */
  static void restore(Connection database, Path area, boolean hasIndex)
      throws SQLException, IOException {
    Sql.update(
        database,
        "delete from object o where not exists (select from population.object p where p.id = o.id)");
    var digests =
        Sql.texts(
            database,
            """
            delete from blob b where not exists (select from version v where v.digest = b.digest)
            returning encode(digest, 'hex')
            """);
    for (var digest : digests) {
      Files.deleteIfExists(
          area.resolve("contents").resolve(digest.substring(0, 2)).resolve(digest));
    }
    Sql.update(
        database,
        hasIndex
            ? "create index if not exists version_search_type on version (search_type, id)"
            : "drop index if exists version_search_type");
    for (var table : List.of("object", "version", "blob")) {
      Sql.update(database, "vacuum analyze " + table);
    }
    Sql.update(database, "checkpoint");
  }
}
