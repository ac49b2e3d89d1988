package org.reprise.ldx.source;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.index.IndexLocks;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** The data sources and their settings. */
@Component
public final class DataSources {
  private static final String SELECT = "select *, owner is not null as running from data_source ";

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;

  /** Adds the configured data sources, but those that somebody has changed or removed since. */
  DataSources(JdbcClient jdbc, TransactionTemplate transactions, SourceSettings settings) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    List<@Nullable String> dismissed =
        jdbc.sql("select trs from dismissed_source").query(String.class).list();
    for (Definition source : settings.definitions()) {
      if (!dismissed.contains(source.trs().toString())) {
        insert(source, true, false);
      }
    }
  }

  public List<DataSource> all() {
    return jdbc.sql(SELECT + "order by name").query(DataSource::of).list();
  }

  public Optional<DataSource> find(int id) {
    return jdbc.sql(SELECT + "where id = ?").param(id).query(DataSource::of).optional();
  }

  /**
   * Adds one, which is read at once unless it is paused.
   *
   * @throws Refusal 409 when its name or address is taken
   */
  public DataSource add(Definition definition, boolean paused) {
    try {
      return insert(definition, false, paused).flatMap(this::find).orElseThrow();
    } catch (DuplicateKeyException e) {
      throw conflict(definition);
    }
  }

  private static Refusal conflict(Definition definition) {
    return Refusal.conflict(
        "There is a data source of the name '%s' or with the tracked resource set %s"
            .formatted(definition.name(), definition.trs()));
  }

  private Optional<Integer> insert(Definition definition, boolean configured, boolean paused) {
    return jdbc.sql(
            """
            insert into data_source
              (name, trs, catalog, origins, poll_seconds, threads, configured, paused)
            values (:name, :trs, :catalog, :origins, :poll, :threads, :configured, :paused)
            """
                + (configured ? "on conflict do nothing" : "")
                + " returning id")
        .params(parameters(definition))
        .param("trs", definition.trs().toString())
        .param("configured", configured)
        .param("paused", paused)
        .query(Integer.class)
        .optional();
  }

  private static Map<String, @Nullable Object> parameters(Definition definition) {
    Map<String, @Nullable Object> all = new HashMap<>();
    all.put("name", definition.name());
    all.put("catalog", definition.catalog() == null ? null : definition.catalog().toString());
    all.put("origins", definition.origins().toArray(String[]::new));
    all.put("poll", (int) definition.poll().toSeconds());
    all.put("threads", definition.threads());
    return all;
  }

  /**
   * Changes how one is read; not which feed it is. What others change at the same time stays.
   *
   * @param change makes the new definition of the present one
   * @return whether it is there
   * @throws Refusal 409 when another one has its name
   */
  public boolean change(int id, UnaryOperator<Definition> change, @Nullable Boolean paused) {
    return transactions.execute(status ->
        jdbc.sql(SELECT + "where id = ? for update")
            .param(id)
            .query(DataSource::of)
            .optional()
            .map(source -> update(id, change.apply(source.definition()), paused))
            .isPresent());
  }

  private int update(int id, Definition definition, @Nullable Boolean paused) {
    try {
      return jdbc.sql(
              """
              update data_source
              set name = :name, catalog = :catalog, origins = :origins, poll_seconds = :poll,
                  threads = :threads, paused = coalesce(:paused, paused),
                  next_poll = least(next_poll, now() + :poll * interval '1 second')
              where id = :id
              """)
          .params(parameters(definition))
          .param("paused", paused)
          .param("id", id)
          .update();
    } catch (DuplicateKeyException e) {
      throw conflict(definition);
    }
  }

  public enum Action {
    /** Read new events at once. */
    POLL("poll_requested = true"),

    /** Read the base again. */
    REINDEX("poll_requested = true, reindex = true"),

    /** Compare the feed with the index. */
    VALIDATE("poll_requested = true, validate = true"),

    /** Read nothing until it is resumed; a poll that runs ends soon. */
    PAUSE("paused = true"),

    RESUME("paused = false, next_poll = now()");

    private final String change;

    Action(String change) {
      this.change = change;
    }
  }

  public enum Start {
    AT_ONCE,
    WHEN_RESUMED
  }

  /** Requests an action; empty for an unknown data source. */
  public Optional<Start> request(int id, Action action) {
    return jdbc.sql("update data_source set " + action.change + " where id = ? returning paused")
        .param(id)
        .query(Boolean.class)
        .optional()
        .map(paused -> paused && action != Action.PAUSE ? Start.WHEN_RESUMED : Start.AT_ONCE);
  }

  /**
   * Requests a poll of the feed with an address, unless its last poll failed: hints come as fast as
   * the feed changes, and a server in trouble must not get as many requests.
   *
   * @return whether a poll was requested that was not requested before
   */
  public boolean pollFeed(String trs) {
    return jdbc.sql(
                """
                update data_source set poll_requested = true
                where trs = ? and not poll_requested and not paused and failure is null
                """)
            .param(trs)
            .update()
        == 1;
  }

  /**
   * Removes a data source; its artifacts and links are removed later, piece by piece.
   *
   * @return whether it was there
   */
  public boolean remove(int id) {
    return transactions.execute(status -> {
      // No batch is being written, and the next one begins after the removal.
      IndexLocks.takeAlone(jdbc, id);
      jdbc.sql(
              """
              insert into dismissed_source (trs)
              select trs from data_source where id = ? and configured on conflict do nothing
              """)
          .param(id)
          .update();
      boolean removed = jdbc.sql("delete from data_source where id = ?").param(id).update() == 1;
      if (removed) {
        jdbc.sql("insert into removed_source (id) values (?) on conflict do nothing")
            .param(id)
            .update();
      }
      return removed;
    });
  }
}
