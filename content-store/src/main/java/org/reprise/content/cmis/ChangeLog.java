package org.reprise.content.cmis;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.content.object.RepositoryFault;
import org.reprise.content.object.RepositoryFault.Kind;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * What changed in the repository (CMIS 1.1, section 2.1.15). Ends before the first transaction that
 * still runs, so that no change ever appears before one that was read. A change is deleted when the
 * next one is older than the retention: so the token of the last change that a client knows stays
 * for as long as nothing else happens.
 */
@Component
class ChangeLog implements AutoCloseable {
  private static final String OBJECT_ID = "cmis:objectId";
  private static final String BEGINNING = "0:0";
  private static final Pattern TOKEN = Pattern.compile("(\\d{1,19}):(\\d{1,18})");
  private static final int BATCH = 10_000;
  private static final Duration PURGE_INTERVAL = Duration.ofHours(1);

  private final JdbcClient database;
  private final ChangeSettings settings;
  private final Loop purge;

  ChangeLog(JdbcClient database, ChangeSettings settings, Loops loops) {
    this.database = database;
    this.settings = settings;
    this.purge = loops.start("change-log-purge", this::purge);
  }

  // In batches, so that none takes long. A database that was copied from another server may have
  // changes of transactions that are yet to come here: nothing after any token is known then.
  Duration purge() {
    database
        .sql(
            """
            delete from change where exists (
              select from change where transaction >= pg_snapshot_xmax(pg_current_snapshot()))
            """)
        .update();
    int deleted =
        database
            .sql(
                """
                delete from change where (transaction, number) in (
                  select transaction, number from (
                    select transaction, number,
                      lead(at) over (order by transaction, number) as next from (
                        select transaction, number, at from change
                        order by transaction, number limit ?) first) followed
                  where next < now() - make_interval(secs => ?))
                """)
            .params(BATCH, settings.retention().toSeconds())
            .update();
    return deleted > 0 ? Duration.ZERO : PURGE_INTERVAL;
  }

  @Override
  public void close() {
    purge.close();
  }

  /** A change; its token is its place in the order of changes. */
  private record Change(String object, String kind, OffsetDateTime at, String token) {
    Map<String, Object> json(boolean isSuccinct) {
      Property id = ObjectType.DOCUMENT.property(OBJECT_ID);
      return Map.of(
          isSuccinct ? "succinctProperties" : "properties",
          Map.of(OBJECT_ID, isSuccinct ? object : id.value(OBJECT_ID, object)),
          "changeEventInfo",
          Map.of("changeType", kind, "changeTime", at.toInstant().toEpochMilli()));
    }
  }

  String latest() {
    return database
        .sql(
            """
            select transaction || ':' || number from change
            where transaction < pg_snapshot_xmin(pg_current_snapshot())
            order by transaction desc, number desc limit 1
            """)
        .query(String.class)
        .optional()
        .orElse(BEGINNING);
  }

  /**
   * Returns changes as JSON, the one of a token first.
   *
   * @param token null for all from the first one on
   * @throws RepositoryFault constraint, where that change is not there any more
   */
  Map<String, Object> from(@Nullable String token, int max, boolean isSuccinct) {
    String first = token == null ? BEGINNING : token;
    Matcher place = TOKEN.matcher(first);
    if (!place.matches()) {
      throw Parameters.invalid("There is no change log token '" + token + "'.");
    }
    List<Change> found =
        database
            .sql(
                """
                select object, kind, at, transaction || ':' || number as token from change
                where (transaction, number) >= (?::xid8, ?)
                  and transaction < pg_snapshot_xmin(pg_current_snapshot())
                order by transaction, number limit ?
                """)
            .params(place.group(1), Long.valueOf(place.group(2)), max + 1)
            .query(new SimplePropertyRowMapper<>(Change.class))
            .list();
    if (!first.equals(BEGINNING) && (found.isEmpty() || !found.getFirst().token().equals(first))) {
      throw Kind.CONSTRAINT.fault(
          "The change of the token '" + first + "' is no longer in the change log.");
    }
    boolean hasMore = found.size() > max;
    List<Change> changes = hasMore ? found.subList(0, max) : found;
    return Map.of(
        "objects",
        changes.stream().map(it -> it.json(isSuccinct)).toList(),
        "hasMoreItems",
        hasMore,
        "changeLogToken",
        changes.isEmpty() ? first : changes.getLast().token());
  }
}
