package org.reprise.ldx.configuration;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.Origin;
import org.reprise.ldx.source.DataSource;
import org.reprise.ldx.source.DataSources;
import org.reprise.ldx.web.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The local configurations of which clients ask. Which versions one selects is read from its server
 * when somebody asks, and kept beside the links, so that a query is one statement. Global
 * configurations are to come here flattened into local ones.
 */
public final class Configurations {
  private static final Logger LOG = LoggerFactory.getLogger(Configurations.class);
  private static final int LONGEST_URI = 600;
  private static final int PIECE = 10_000;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final DataSources sources;
  private final SelectionReader reader;
  private final Duration age;
  private final ConcurrentMap<Origin, ConfigurationServer> servers = new ConcurrentHashMap<>();

  Configurations(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      DataSources sources,
      SelectionReader reader,
      Duration age) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.sources = sources;
    this.reader = reader;
    this.age = age;
  }

  private record Kept(int id, boolean isBaseline, Instant loaded, boolean isAskedLately) {}

  /**
   * The number by which the selections of a configuration are stored. While those of a stream are
   * read again, or cannot be, the ones that are there count.
   *
   * @throws Refusal when there is no such configuration, or its server does not give it
   */
  public int id(String context) {
    if (context.length() > LONGEST_URI) {
      throw Refusal.invalid("The configuration context is longer than 600 characters");
    }
    URI uri = address(context);
    Optional<Kept> kept = find(context);
    kept.filter(known -> !known.isAskedLately()).ifPresent(known -> asked(known.id()));
    if (kept.isPresent() && isFresh(kept.get())) {
      return kept.get().id();
    }
    Set<Origin> origins = origins();
    ConfigurationServer server = server(uri, origins);
    // One request reads it; others for it wait where there is nothing yet.
    ReentrantLock lock = server.lock(context);
    if (!isLocked(lock, kept.isPresent() ? Duration.ZERO : LONGEST_WAIT)) {
      if (kept.isPresent()) {
        return kept.get().id();
      }
      throw new Refusal(
          HttpStatus.SERVICE_UNAVAILABLE,
          null,
          "The configuration context %s is being read. Try again.".formatted(uri));
    }
    try {
      Optional<Kept> since = find(context);
      return since.isPresent() && isFresh(since.get())
          ? since.get().id()
          : load(uri, server, origins, since);
    } finally {
      lock.unlock();
    }
  }

  private static boolean isLocked(ReentrantLock lock, Duration wait) {
    try {
      return lock.tryLock(wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static URI address(String context) {
    try {
      URI uri = URI.create(context);
      Origin.of(uri);
      return uri;
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid("The configuration context '%s' is no address".formatted(context));
    }
  }

  private boolean isFresh(Kept kept) {
    return kept.isBaseline() || kept.loaded().plus(age).isAfter(Instant.now());
  }

  private Optional<Kept> find(String uri) {
    return jdbc.sql(
            """
            select id, baseline, loaded, asked > now() - interval '1 day' as lately
            from configuration where uri = ?
            """)
        .param(uri)
        .query((row, at) ->
            new Kept(
                row.getInt("id"),
                row.getBoolean("baseline"),
                row.getTimestamp("loaded").toInstant(),
                row.getBoolean("lately")))
        .optional();
  }

  private void asked(int id) {
    jdbc.sql("update configuration set asked = now() where id = ?").param(id).update();
  }

  /**
   * Removes a configuration for which nobody has asked for long.
   *
   * @return whether there may be more
   */
  public boolean removeUnused(Duration retention) {
    return jdbc.sql(
                """
                delete from configuration where id = (
                  select id from configuration
                  where asked < now() - ? * interval '1 second' order by id limit 1)
                """)
            .param(retention.toSeconds())
            .update()
        == 1;
  }

  private Set<Origin> origins() {
    Set<Origin> origins = new HashSet<>();
    for (DataSource source : sources.all()) {
      origins.addAll(source.origins());
    }
    return origins;
  }

  private ConfigurationServer server(URI uri, Set<Origin> origins) {
    Origin origin = Origin.of(uri);
    if (!origins.contains(origin)) {
      throw Refusal.invalid(
          "The configuration context %s: no feed of its server is indexed".formatted(uri));
    }
    return servers.computeIfAbsent(origin, asked -> new ConfigurationServer());
  }

  private int load(URI uri, ConfigurationServer server, Set<Origin> origins, Optional<Kept> kept) {
    try {
      SelectionReader.Selected selected = server.ask(() -> reader.read(uri, origins));
      Integer id = transactions.execute(status -> store(uri.toString(), selected));
      return id == null ? -1 : id;
    } catch (FetchFailure e) {
      if (kept.isPresent() && e.isOfServer()) {
        LOG.debug("The selections of {} are those of {}: {}", uri, kept.get().loaded(), e.reason());
        return kept.get().id();
      }
      HttpStatus status = e.isOfServer() ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.BAD_REQUEST;
      throw new Refusal(
          status, null, "The configuration context %s: %s".formatted(uri, e.reason()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refusal(HttpStatus.SERVICE_UNAVAILABLE, null, "The service ends");
    }
  }

  private int store(String uri, SelectionReader.Selected selected) {
    int id =
        jdbc.sql(
                """
                insert into configuration (uri, baseline, loaded) values (?, ?, now())
                on conflict (uri) do update set loaded = now(), baseline = excluded.baseline
                returning id
                """)
            .params(uri, selected.isBaseline())
            .query(Integer.class)
            .single();
    Set<UUID> added = new HashSet<>(selected.versions());
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
    return id;
  }

  private void inPieces(String sql, int id, Set<UUID> versions) {
    List<UUID> all = versions.stream().sorted().toList();
    for (int from = 0; from < all.size(); from += PIECE) {
      List<UUID> piece = all.subList(from, Math.min(all.size(), from + PIECE));
      jdbc.sql(sql).params(id, piece.toArray(UUID[]::new)).update();
    }
  }
}
