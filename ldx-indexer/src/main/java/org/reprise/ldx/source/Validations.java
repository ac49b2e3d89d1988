package org.reprise.ldx.source;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.reprise.ldx.rdf.UriKey;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The last comparison of each data source, and the members of the feed during one. */
@Component
public final class Validations {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * The result of a comparison of a feed with the index.
   *
   * @param missing listed by the feed, neither indexed nor skipped
   * @param extra indexed, and not listed
   * @param stale indexed otherwise than their server has them
   * @param failed those whose server did not give them, so that they were not compared
   * @param examples some of each, by "missing", "extra", "stale" and "failed"
   */
  public record Validation(
      Instant ended,
      long members,
      long missing,
      long extra,
      long stale,
      long failed,
      Map<String, List<String>> examples) {
    public Validation {
      examples = Map.copyOf(examples);
    }
  }

  private final JdbcClient jdbc;

  public Validations(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Begins a comparison, which is not repeated when it fails. */
  public void begin(int source) {
    jdbc.sql("update data_source set validate = false where id = ?").param(source).update();
    clear(source);
  }

  private void clear(int source) {
    jdbc.sql("delete from validation_member where data_source = ?").param(source).update();
  }

  public void add(int source, Collection<String> members) {
    Map<UUID, String> byKey = new TreeMap<>();
    members.forEach(member -> byKey.put(UriKey.of(member), member));
    jdbc.sql(
            """
            insert into validation_member (data_source, uri, value)
            select ?, * from unnest(?, ?) on conflict do nothing
            """)
        .param(source)
        .param(byKey.keySet().toArray(UUID[]::new))
        .param(byKey.values().toArray(String[]::new))
        .update();
  }

  public void remove(int source, Collection<String> members) {
    jdbc.sql("delete from validation_member where data_source = ? and uri = any (?)")
        .params(source, members.stream().map(UriKey::of).toArray(UUID[]::new))
        .update();
  }

  public long members(int source) {
    return jdbc.sql("select count(*) from validation_member where data_source = ?")
        .param(source)
        .query(Long.class)
        .single();
  }

  /** Returns members that are neither indexed nor skipped. */
  public List<String> missing(int source, int max) {
    return jdbc.sql(
            """
            select m.value from validation_member m
            where m.data_source = ? and not exists (
                select 1 from artifact a where a.uri = m.uri and a.data_source = m.data_source)
              and not exists (
                select 1 from skipped s where s.data_source = m.data_source and s.uri = %s)
            limit ?
            """
                .formatted(SkippedResources.keyOf("m.value", "m.uri")))
        .params(source, max)
        .query((row, at) -> row.getString(1))
        .list();
  }

  /** Returns indexed artifacts that are not members. */
  public List<String> extra(int source, int max) {
    return jdbc.sql(
            """
            select u.value from artifact a join uri u on u.id = a.uri
            where a.data_source = ? and not exists (
              select 1 from validation_member m
              where m.uri = a.uri and m.data_source = a.data_source)
            limit ?
            """)
        .params(source, max)
        .query((row, at) -> row.getString(1))
        .list();
  }

  /** Stores the result of a comparison, and deletes the members. */
  public void end(int source, Validation found) {
    jdbc.sql(
            """
            insert into validation
              (data_source, ended, members, missing, extra, stale, failed, examples)
            values (?, now(), ?, ?, ?, ?, ?, ?::jsonb)
            on conflict (data_source) do update
            set ended = excluded.ended, members = excluded.members, missing = excluded.missing,
                extra = excluded.extra, stale = excluded.stale, failed = excluded.failed,
                examples = excluded.examples
            """)
        .params(
            source,
            found.members(),
            found.missing(),
            found.extra(),
            found.stale(),
            found.failed(),
            JSON.writeValueAsString(found.examples()).replace("\\u0000", ""))
        .update();
    clear(source);
  }

  public Optional<Validation> last(int source) {
    return jdbc.sql("select * from validation where data_source = ?")
        .param(source)
        .query((row, at) ->
            new Validation(
                row.getTimestamp("ended").toInstant(),
                row.getLong("members"),
                row.getLong("missing"),
                row.getLong("extra"),
                row.getLong("stale"),
                row.getLong("failed"),
                JSON.readValue(row.getString("examples"), new TypeReference<>() {})))
        .optional();
  }
}
