package org.reprise.ldx.configuration;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.rdf.UriKey;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Configurations, the versions that local ones select and the local ones that global ones resolve
 * to, as they are kept beside the links. All times are the database's.
 */
final class StoredConfigurations {
  private static final int PIECE = 10_000;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Duration age;

  /**
   * Those of a database.
   *
   * @param age how long what was read of a stream is fresh
   */
  StoredConfigurations(JdbcClient jdbc, TransactionTemplate transactions, Duration age) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.age = age;
  }

  /**
   * A configuration that is known.
   *
   * @param etag of what is known of a global one; null where its document is to be read whole
   * @param isFresh it, or what it resolves to, need not be read again
   * @param hasFreshSelections of a global one: nor need its local ones
   * @param isAskedLately the day on which somebody asked need not be noted again
   */
  record Kept(
      int id,
      boolean isBaseline,
      boolean isGlobal,
      @Nullable String etag,
      boolean isFresh,
      boolean hasFreshSelections,
      boolean isAskedLately) {}

  Optional<Kept> find(String uri) {
    long millis = age.toMillis();
    return jdbc.sql(
            """
            select id, baseline, global,
              case when partial and resolved < now() - interval '1 minute' then null
                else etag end as etag,
              case when partial and resolved < now() - interval '1 minute' then false
                when baseline then true
                else loaded > now() - ? * interval '1 millisecond' end as fresh,
              coalesce(selections_loaded > now() - ? * interval '1 millisecond', false) as parts,
              asked > now() - interval '1 day' as lately
            from configuration where uri = ?
            """)
        .params(millis, millis, uri)
        .query((row, at) ->
            new Kept(
                row.getInt("id"),
                row.getBoolean("baseline"),
                row.getBoolean("global"),
                row.getString("etag"),
                row.getBoolean("fresh"),
                row.getBoolean("parts"),
                row.getBoolean("lately")))
        .optional();
  }

  void asked(int id) {
    jdbc.sql("update configuration set asked = now() where id = ?").param(id).update();
  }

  /** Numbers of the local configurations among some that are known; they are kept for a while. */
  Map<String, Integer> locals(Collection<String> uris) {
    String[] all = uris.stream().sorted().toArray(String[]::new);
    jdbc.sql(
            """
            update configuration set asked = now()
            where uri = any (?) and asked < now() - interval '1 day'
            """)
        .param(all)
        .update();
    Map<String, Integer> ids = new HashMap<>();
    jdbc.sql("select uri, id from configuration where uri = any (?) and not global")
        .param(all)
        .query((row, at) -> ids.put(row.getString("uri"), row.getInt("id")))
        .list();
    return ids;
  }

  /** Stores which versions a local configuration selects; returns its number. */
  int store(String uri, Description.Local local) {
    Integer stored =
        transactions.execute(status -> {
          int id =
              jdbc.sql(
                      """
                      insert into configuration (uri, baseline, loaded) values (?, ?, now())
                      on conflict (uri) do update
                      set loaded = now(), baseline = excluded.baseline, global = false, etag = null,
                          partial = false
                      returning id
                      """)
                  .params(uri, local.isBaseline())
                  .query(Integer.class)
                  .single();
          jdbc.sql("delete from resolved where global = ?").param(id).update();
          select(id, local.versions());
          return id;
        });
    return Objects.requireNonNull(stored);
  }

  private void select(int id, Set<UUID> versions) {
    Set<UUID> added = new HashSet<>(versions);
    Set<UUID> removed = new HashSet<>();
    jdbc.sql("select version from selection where configuration = ?")
        .param(id)
        .query(UUID.class)
        .list()
        .forEach(version -> {
          if (!added.remove(version)) {
            removed.add(version);
          }
        });
    inPieces("delete from selection where configuration = ? and version = any (?)", id, removed);
    inPieces(
        "insert into selection (configuration, version) select ?, * from unnest(?)"
            + " on conflict do nothing",
        id,
        added);
  }

  private void inPieces(String sql, int id, Set<UUID> versions) {
    List<UUID> all = versions.stream().sorted().toList();
    for (int from = 0; from < all.size(); from += PIECE) {
      List<UUID> piece = all.subList(from, Math.min(all.size(), from + PIECE));
      jdbc.sql(sql).params(id, piece.toArray(UUID[]::new)).update();
    }
  }

  /**
   * Stores what a global configuration resolves to. All local configurations are known: from now on
   * queries count on their selections.
   *
   * @param locals numbers of local configurations by component
   * @param isPartial whether there are others, which cannot be read
   * @param since how long ago its server was asked
   */
  void store(
      String uri,
      Description.Global global,
      Map<String, Integer> locals,
      boolean isPartial,
      Duration since) {
    List<UUID> components = new ArrayList<>();
    List<Integer> ids = new ArrayList<>();
    locals.forEach((component, id) -> {
      components.add(UriKey.of(component));
      ids.add(id);
    });
    transactions.executeWithoutResult(status -> {
      int id =
          jdbc.sql(
                  """
                  insert into configuration
                    (uri, baseline, loaded, global, etag, resolved, partial)
                  values (?, ?, now() - ? * interval '1 millisecond', true, ?, now(), ?)
                  on conflict (uri) do update
                  set baseline = excluded.baseline, loaded = excluded.loaded, global = true,
                      etag = excluded.etag, resolved = excluded.resolved,
                      partial = excluded.partial, selections_loaded = null
                  returning id
                  """)
              .param(uri)
              .param(global.isBaseline())
              .param(since.toMillis())
              .param(global.etag())
              .param(isPartial)
              .query(Integer.class)
              .single();
      jdbc.sql("delete from selection where configuration = ?").param(id).update();
      jdbc.sql("delete from resolved where global = ?").param(id).update();
      jdbc.sql(
              """
              insert into resolved (global, component, local)
              select ?, component, local from unnest(?, ?) given (component, local)
              """)
          .params(id, components.toArray(UUID[]::new), ids.toArray(Integer[]::new))
          .update();
    });
  }

  /** Notes that a global configuration resolves to what is known. */
  void confirm(int id, Duration since) {
    jdbc.sql(
            """
            update configuration
            set loaded = greatest(loaded, now() - ? * interval '1 millisecond') where id = ?
            """)
        .params(since.toMillis(), id)
        .update();
  }

  /** The local configurations of a global one whose selections are to be read again. */
  List<String> stale(int global) {
    return jdbc.sql(
            """
            select l.uri from resolved r join configuration l on l.id = r.local
            where r.global = ? and not l.baseline
              and l.loaded <= now() - ? * interval '1 millisecond'
            order by l.loaded
            """)
        .params(global, age.toMillis())
        .query((row, at) -> row.getString("uri"))
        .list();
  }

  /** Notes since when the oldest selections of a global configuration may be out of date. */
  void selectionsLoaded(int global) {
    jdbc.sql(
            """
            update configuration set selections_loaded = (
              select coalesce(min(l.loaded), 'infinity')
              from resolved r join configuration l on l.id = r.local
              where r.global = ? and not l.baseline)
            where id = ?
            """)
        .params(global, global)
        .update();
  }

  /** Removes one for which nobody has asked for long; returns whether there may be more. */
  boolean removeUnused(Duration retention) {
    return jdbc.sql(
                """
                delete from configuration where id = (
                  select id from configuration c
                  where asked < now() - ? * interval '1 second'
                    and not exists (select from resolved r where r.local = c.id)
                  order by id limit 1)
                """)
            .param(retention.toSeconds())
            .update()
        == 1;
  }
}
