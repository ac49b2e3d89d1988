package org.reprise.content.object;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.content.store.Digest;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Reads folders and versions from the rows of queries. */
final class Rows {
  static final String VERSIONS =
      """
      select v.id, v.object, v.label, v.is_major, v.is_latest, v.is_latest_major,
        v.is_working_copy, v.name, v.type, v.created_by, v.created_at, v.modified_by, v.modified_at,
        v.change_token, v.comment, v.digest, v.size, v.media_type, v.file_name, v.search_type,
        v.properties, o.parent as folder, b.area, b.generation,
        b.quarantined_at is not null as is_quarantined, w.id as working_copy,
        w.created_by as checked_out_by
      from version v
      join object o on o.id = v.object
      left join blob b on b.digest = v.digest
      left join version w on w.object = v.object and w.is_working_copy
      """;

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};

  private Rows() {}

  static String json(Map<String, Object> properties) {
    return JSON.writeValueAsString(properties);
  }

  /** Returns the folders that a statement selects with all columns. */
  static List<Folder> folders(JdbcClient database, String sql, Object... parameters) {
    return database.sql(sql).params(parameters).query((row, _) -> folder(row)).list();
  }

  /** Returns versions; {@code rest} is the statement from {@code where} on. */
  static List<Version> versions(JdbcClient database, String rest, Object... parameters) {
    return database.sql(VERSIONS + rest).params(parameters).query((row, _) -> version(row)).list();
  }

  private static Folder folder(ResultSet row) throws SQLException {
    return new Folder(
        row.getObject("id", UUID.class),
        row.getObject("parent", UUID.class),
        row.getString("name"),
        row.getString("type"),
        audit(row),
        properties(row));
  }

  static Version version(ResultSet row) throws SQLException {
    UUID workingCopy = row.getObject("working_copy", UUID.class);
    return new Version(
        row.getObject("id", UUID.class),
        row.getObject("object", UUID.class),
        row.getObject("folder", UUID.class),
        row.getString("label"),
        row.getBoolean("is_major"),
        row.getBoolean("is_latest"),
        row.getBoolean("is_latest_major"),
        row.getBoolean("is_working_copy"),
        row.getString("name"),
        row.getString("type"),
        audit(row),
        row.getString("comment"),
        content(row),
        row.getObject("search_type", Integer.class),
        properties(row),
        workingCopy == null
            ? null
            : new Version.WorkingCopy(workingCopy, row.getString("checked_out_by")));
  }

  private static Version.@Nullable Content content(ResultSet row) throws SQLException {
    byte[] digest = row.getBytes("digest");
    return digest == null
        ? null
        : new Version.Content(
            Digest.of(digest),
            row.getString("area"),
            row.getLong("size"),
            row.getString("media_type"),
            row.getString("file_name"),
            row.getLong("generation"),
            row.getBoolean("is_quarantined"));
  }

  private static Audit audit(ResultSet row) throws SQLException {
    return new Audit(
        row.getString("created_by"),
        instant(row, "created_at"),
        row.getString("modified_by"),
        instant(row, "modified_at"),
        row.getLong("change_token"));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  private static Map<String, Object> properties(ResultSet row) throws SQLException {
    return JSON.readValue(row.getString("properties"), MAP);
  }
}
