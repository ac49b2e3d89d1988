package org.reprise.ldx.configuration;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
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
  private static final int LOCKS = 64;
  private static final int LONGEST_URI = 600;
  private static final int PIECE = 10_000;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final DataSources sources;
  private final SelectionReader reader;
  private final Duration age;
  private final List<ReentrantLock> locks = new ArrayList<>();

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
    for (int n = 0; n < LOCKS; n++) {
      locks.add(new ReentrantLock());
    }
  }

  private record Kept(int id, boolean isBaseline, Instant loaded) {}

  /**
   * The number by which the selections of a configuration are stored.
   *
   * @throws Refusal when there is no such configuration, or its server does not give it
   */
  public int id(String context) {
    if (context.length() > LONGEST_URI) {
      throw Refusal.invalid("The configuration context is longer than 600 characters");
    }
    URI uri = address(context);
    Optional<Kept> kept = find(context);
    if (kept.isPresent() && isFresh(kept.get())) {
      return kept.get().id();
    }
    // One request reads it, and others for it wait.
    ReentrantLock lock = locks.get(Math.floorMod(context.hashCode(), LOCKS));
    if (!isLocked(lock)) {
      throw new Refusal(
          HttpStatus.SERVICE_UNAVAILABLE,
          null,
          "The configuration context %s is being read. Try again.".formatted(uri));
    }
    try {
      Optional<Kept> since = find(context);
      return since.isPresent() && isFresh(since.get()) ? since.get().id() : load(uri, since);
    } finally {
      lock.unlock();
    }
  }

  private static boolean isLocked(ReentrantLock lock) {
    try {
      return lock.tryLock(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
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
    return jdbc.sql("select id, baseline, loaded from configuration where uri = ?")
        .param(uri)
        .query((row, at) ->
            new Kept(
                row.getInt("id"),
                row.getBoolean("baseline"),
                row.getTimestamp("loaded").toInstant()))
        .optional();
  }

  private int load(URI uri, Optional<Kept> kept) {
    Set<Origin> origins = new HashSet<>();
    for (DataSource source : sources.all()) {
      origins.addAll(source.origins());
    }
    try {
      SelectionReader.Selected selected = reader.read(uri, origins);
      Integer id = transactions.execute(status -> store(uri.toString(), selected));
      return id == null ? -1 : id;
    } catch (FetchFailure e) {
      if (kept.isPresent() && e.isOfServer()) {
        LOG.warn("The selections of {} are those of {}: {}", uri, kept.get().loaded(), e.reason());
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
