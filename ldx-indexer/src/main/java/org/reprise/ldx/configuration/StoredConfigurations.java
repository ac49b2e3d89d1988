package org.reprise.ldx.configuration;

import java.net.URI;
import java.sql.Array;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.configuration.Description.Page;
import org.reprise.ldx.rdf.UriKey;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Configurations, the versions that local ones select and the local ones that global ones resolve
 * to, as they are kept beside the links. All times are the database's.
 */
@Component
final class StoredConfigurations {
  private static final int BATCH_SIZE = 10_000;
  private static final Duration USABLE = Duration.ofMinutes(1);

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Duration age;

  StoredConfigurations(
      JdbcClient jdbc, TransactionTemplate transactions, SelectionSettings settings) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.age = settings.age();
  }

  /**
   * A configuration that is known.
   *
   * @param pages the documents that were read; empty where it is to be read whole
   * @param isFresh it, or what it resolves to, need not be read again
   * @param hasFreshSelections of a global one: nor need its local ones
   * @param hasUsableSelections of a global one: queries need not wait until its local ones are read
   * @param isRecentlyUsed its last use need not be recorded again
   */
  record State(
      int id,
      boolean isBaseline,
      boolean isGlobal,
      List<Page> pages,
      boolean isFresh,
      boolean hasFreshSelections,
      boolean hasUsableSelections,
      boolean isRecentlyUsed) {}

  Optional<State> find(String uri) {
    long millis = age.toMillis();
    long usable = Math.max(millis, USABLE.toMillis());
    return jdbc.sql(
            """
            select id, baseline, global,
              case when partial and resolved < now() - interval '1 minute' then null
                else pages end as pages,
              case when partial and resolved < now() - interval '1 minute' then false
                when baseline then true
                else loaded > now() - ? * interval '1 millisecond' end as fresh,
              coalesce(selections_loaded > now() - ? * interval '1 millisecond', false) as parts,
              coalesce(selections_loaded > now() - ? * interval '1 millisecond', false) as usable,
              last_used > now() - interval '1 day' as recent
            from configuration where uri = ?
            """)
        .params(millis, millis, usable, uri)
        .query((row, at) ->
            new State(
                row.getInt("id"),
                row.getBoolean("baseline"),
                row.getBoolean("global"),
                pages(row.getArray("pages")),
                row.getBoolean("fresh"),
                row.getBoolean("parts"),
                row.getBoolean("usable"),
                row.getBoolean("recent")))
        .optional();
  }

  // Addresses and entity tags stand in turn.
  private static List<Page> pages(@Nullable Array stored) throws SQLException {
    String[] texts = stored == null ? new String[0] : (String[]) stored.getArray();
    return Stream.of(texts)
        .gather(Gatherers.windowFixed(2))
        .map(page -> new Page(URI.create(page.getFirst()), page.getLast()))
        .toList();
  }

  private static String[] texts(List<Page> pages) {
    return pages.stream()
        .flatMap(page -> Stream.of(page.uri().toString(), page.etag()))
        .toArray(String[]::new);
  }

  void recordUse(int id) {
    jdbc.sql("update configuration set last_used = now() where id = ?").param(id).update();
  }

  /** Returns the ids of the known local configurations, and postpones their removal. */
  Map<String, Integer> locals(Collection<String> uris) {
    String[] all = uris.stream().sorted().toArray(String[]::new);
    jdbc.sql(
            """
            update configuration set last_used = now()
            where uri = any (?) and last_used < now() - interval '1 day'
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

  /**
   * Stores which versions a local configuration selects, unless the stored ones were read later.
   *
   * @param began when the reading began, by {@link System#nanoTime}
   * @return its number
   */
  int store(String uri, Description.Local local, long began) {
    return transactions.execute(status -> {
      Optional<Integer> id = upsert(uri, local.isBaseline(), false, local.pages(), false, began);
      id.ifPresent(written -> {
        jdbc.sql("delete from resolved where global = ?").param(written).update();
        select(written, local.versions());
      });
      return id.orElseGet(() -> id(uri));
    });
  }

  // Empty where the stored row was read later.
  private Optional<Integer> upsert(
      String uri,
      boolean isBaseline,
      boolean isGlobal,
      List<Page> pages,
      boolean isPartial,
      long began) {
    return jdbc.sql(
            """
            insert into configuration (uri, baseline, loaded, global, pages, resolved, partial)
            values (?, ?, clock_timestamp() - ? * interval '1 microsecond', ?, ?, now(), ?)
            on conflict (uri) do update
            set baseline = excluded.baseline, loaded = excluded.loaded, global = excluded.global,
                pages = excluded.pages, resolved = excluded.resolved, partial = excluded.partial
            where configuration.loaded < excluded.loaded
            returning id
            """)
        .params(uri, isBaseline, micros(began), isGlobal, texts(pages), isPartial)
        .query(Integer.class)
        .optional();
  }

  private static long micros(long began) {
    return TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - began);
  }

  private int id(String uri) {
    return jdbc.sql("select id from configuration where uri = ?")
        .param(uri)
        .query(Integer.class)
        .single();
  }

  private void select(int id, Set<UUID> versions) {
    Set<UUID> added = new HashSet<>(versions);
    Set<UUID> removed = new HashSet<>();
    Set<UUID> replaced = new HashSet<>();
    jdbc.sql("select version, replaced is not null from selection where configuration = ?")
        .param(id)
        .query(row -> {
          UUID version = row.getObject(1, UUID.class);
          if (row.getBoolean(2)) {
            replaced.add(version);
          } else if (!added.remove(version)) {
            removed.add(version);
          }
        });
    inBatches(
        "update selection set replaced = now() where configuration = ? and version = any (?)",
        id,
        removed);
    inBatches(
        "insert into selection (configuration, version) select ?, * from unnest(?)"
            + " on conflict (configuration, version) do update set replaced = null",
        id,
        added);
    replaced.addAll(removed);
    if (!replaced.isEmpty()) {
      removeReplaced(id);
    }
  }

  // A saved version is selected before the feed lists it: the one before counts until then, so
  // that its links do not disappear. Which one that is, only the indexed version says. A poll that
  // began later has read what the feed had to say.
  private void removeReplaced(int id) {
    jdbc.sql(
            """
            delete from selection where configuration = ? and version in (
              select s.version from selection s
              where s.configuration = ? and s.replaced is not null and (
              not exists (
                select from selection p where p.configuration = ? and p.replaced is null
                  and not exists (select from artifact a where a.uri = p.version))
              or not exists (select from artifact a where a.uri = s.version)
              or exists (
                select from artifact old join artifact new on new.concept = old.concept
                join selection c on c.configuration = ? and c.version = new.uri
                where old.uri = s.version and c.replaced is null)
              or exists (
                select from artifact a where a.uri = s.version and s.replaced < (
                  select p.began - interval '10 seconds' from poll p
                  where p.data_source = a.data_source and p.ended is not null
                    and p.failure is null
                  order by p.id desc limit 1)))
              for update skip locked)
            """)
        .params(id, id, id, id)
        .update();
  }

  private void inBatches(String sql, int id, Set<UUID> versions) {
    List<UUID> all = versions.stream().sorted().toList();
    for (int from = 0; from < all.size(); from += BATCH_SIZE) {
      List<UUID> batch = all.subList(from, Math.min(all.size(), from + BATCH_SIZE));
      jdbc.sql(sql).params(id, batch.toArray(UUID[]::new)).update();
    }
  }

  /**
   * Stores what a global configuration resolves to. All local configurations are known: from now on
   * queries count on their selections.
   *
   * @param locals numbers of local configurations by component
   * @param isPartial whether there are others, which cannot be read
   * @param began when the reading began, by {@link System#nanoTime}
   */
  void store(
      String uri,
      Description.Global global,
      Map<String, Integer> locals,
      boolean isPartial,
      long began) {
    UUID[] components = locals.keySet().stream().map(UriKey::of).toArray(UUID[]::new);
    Integer[] ids = locals.values().toArray(Integer[]::new);
    transactions.executeWithoutResult(status -> {
      Optional<Integer> written =
          upsert(uri, global.isBaseline(), true, global.pages(), isPartial, began);
      if (written.isEmpty()) {
        return;
      }
      int id = written.get();
      jdbc.sql("delete from selection where configuration = ?").param(id).update();
      jdbc.sql("delete from resolved where global = ?").param(id).update();
      jdbc.sql(
              """
              insert into resolved (global, component, local)
              select ?, component, local from unnest(?, ?) given (component, local)
              """)
          .params(id, components, ids)
          .update();
      jdbc.sql(
              """
              update configuration set selections_loaded = (
                select coalesce(min(l.loaded), 'infinity')
                from resolved r join configuration l on l.id = r.local
                where r.global = ? and not l.baseline)
              where id = ?
              """)
          .params(id, id)
          .update();
    });
  }

  /** Records that a configuration is as it was when a reading of it began. */
  void confirm(int id, long began) {
    jdbc.sql(
            """
            update configuration
            set loaded = greatest(loaded, clock_timestamp() - ? * interval '1 microsecond')
            where id = ?
            """)
        .params(micros(began), id)
        .update();
    // Versions that it selects may have been indexed since.
    removeReplaced(id);
  }

  /** Returns the local ones of a global one to be read again, without those that were tried. */
  List<String> stale(int global, Set<String> attempted) {
    return jdbc.sql(
            """
            select l.uri from resolved r join configuration l on l.id = r.local
            where r.global = ? and not l.baseline
              and l.loaded <= now() - ? * interval '1 millisecond' and l.uri <> all (?)
            order by l.loaded
            """)
        .params(global, age.toMillis(), attempted.toArray(String[]::new))
        .query((row, at) -> row.getString("uri"))
        .list();
  }

  /** Records that selections were read, unless the global one has got others that are too old. */
  void recordSelectionsRead(int global, Set<String> attempted, long began) {
    jdbc.sql(
            """
            update configuration
            set selections_loaded = least(clock_timestamp() - ? * interval '1 microsecond', (
              select min(l.loaded) from resolved r join configuration l on l.id = r.local
              where r.global = ? and not l.baseline
                and l.loaded <= now() - ? * interval '1 millisecond' and l.uri <> all (?)))
            where id = ?
            """)
        .params(micros(began), global, age.toMillis(), attempted.toArray(String[]::new), global)
        .update();
  }

  /** Removes one that was not used for 30 days; returns whether there may be more. */
  boolean removeUnused() {
    return jdbc.sql(
                """
                delete from configuration where id = (
                  select id from configuration c
                  where last_used < now() - interval '30 days'
                    and not exists (select from resolved r where r.local = c.id)
                  order by id limit 1)
                """)
            .update()
        == 1;
  }
}
