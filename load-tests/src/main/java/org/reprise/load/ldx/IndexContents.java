package org.reprise.load.ldx;

import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.reprise.load.clm.Link;
import org.reprise.load.stack.Sql;
import org.reprise.localstack.Database;

/** What the index holds of some artifacts, by its database. */
record IndexContents(Database database) {
  /** URIs of the predicates that are links. */
  Set<String> linkTypes() throws SQLException {
    try (var connection = database.connect()) {
      return Set.copyOf(Sql.texts(connection, "select uri from link_type"));
    }
  }

  /** Those of some artifacts that it holds. */
  Set<String> artifacts(Collection<String> uris) throws SQLException {
    try (var connection = database.connect()) {
      return new HashSet<>(
          Sql.texts(
              connection,
              """
              select u.value from artifact a join uri u on u.id = a.uri
              where a.uri in (select %s from unnest(?) given)
              """
                  .formatted(IndexDatabase.key("given")),
              (Object) uris.toArray(String[]::new)));
    }
  }

  /** Every link that some artifacts have. */
  Set<Link> links(Collection<String> uris) throws SQLException {
    try (var connection = database.connect()) {
      return new HashSet<>(
          Sql.rows(
              connection,
              row -> new Link(row.getString(1), row.getString(2), row.getString(3)),
              """
              select s.value, t.uri, o.value
              from link l
              join artifact a on a.uri = l.artifact and a.data_source = l.data_source
              join uri s on s.id = a.concept
              join link_type t on t.id = l.predicate
              join uri o on o.id = l.target
              where l.artifact in (select %s from unnest(?) given)
              """
                  .formatted(IndexDatabase.key("given")),
              (Object) uris.toArray(String[]::new)));
    }
  }
}
