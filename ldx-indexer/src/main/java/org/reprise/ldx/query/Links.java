package org.reprise.ldx.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.reprise.ldx.configuration.KnownConfiguration;
import org.reprise.ldx.index.Predicates;
import org.reprise.ldx.query.LinkQuery.Versions;
import org.reprise.ldx.rdf.UriKey;
import org.reprise.ldx.web.Refusal;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Finds links: one statement for each direction. */
final class Links {
  // Above them an answer is large: a few of these at once, so that the memory has room for them.
  private static final int FEW = 5_000;
  private static final int LARGE_AT_ONCE = 2;
  private static final long LONGEST_WAIT_SECONDS = 10;

  private static final String OF_LOCAL =
      """
       and (a.uri = a.concept or exists (
        select 1 from selection s where s.configuration = ? and s.version = a.uri))\
      """;

  // A version's component leads to the one local configuration that can select it, so that a link
  // costs two look-ups however many configurations there are. Only a version that names none is
  // looked for in all of them. As scalar sub-queries, which are never turned into joins with all
  // selections.
  private static final String OF_GLOBAL =
      """
       and (a.uri = a.concept
        or (select true from resolved r
            join selection s on s.configuration = r.local and s.version = a.uri
            where r.global = ? and r.component = a.component limit 1)
        or a.component is null and (select true from resolved r
            join selection s on s.configuration = r.local and s.version = a.uri
            where r.global = ? limit 1))\
      """;

  private final JdbcClient jdbc;
  private final Predicates predicates;
  private final int most;
  private final Semaphore large = new Semaphore(LARGE_AT_ONCE);

  Links(JdbcClient jdbc, Predicates predicates, int most) {
    this.jdbc = jdbc;
    this.predicates = predicates;
    this.most = most;
  }

  /**
   * Finds links.
   *
   * @param answer makes the answer of what was found
   * @throws Refusal when there are more than an answer may have, or too many large answers are
   *     being made
   */
  <T> T find(LinkQuery query, Function<FoundLinks, T> answer) {
    Optional<FoundLinks> few = upTo(Math.min(FEW, most), query);
    if (few.isPresent()) {
      return answer.apply(few.get());
    }
    if (!hasRoom()) {
      throw new Refusal(
          HttpStatus.SERVICE_UNAVAILABLE,
          null,
          "Too many large answers are being made. Try again.");
    }
    try {
      return answer.apply(upTo(most, query).orElseThrow(this::tooMany));
    } finally {
      large.release();
    }
  }

  private boolean hasRoom() {
    try {
      return large.tryAcquire(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  // Empty where there are more.
  private Optional<FoundLinks> upTo(int limit, LinkQuery query) {
    Map<UUID, String> asked = new HashMap<>();
    query.resources().forEach(uri -> asked.put(UriKey.of(uri), uri));
    Set<FoundLink> links = new LinkedHashSet<>();
    Map<String, String> titles = new HashMap<>();
    int rows = rows(limit);
    if (incoming(query, rows, asked, links, titles) >= rows || links.size() > limit) {
      return Optional.empty();
    }
    if (query.isOutgoingToo()
        && (outgoing(query, rows, asked, links, titles) >= rows || links.size() > limit)) {
      return Optional.empty();
    }
    if (query.titles()) {
      titlesOfTargets(query, links, titles);
    }
    return Optional.of(new FoundLinks(links, titles));
  }

  private int incoming(
      LinkQuery query,
      int most,
      Map<UUID, String> asked,
      Set<FoundLink> links,
      Map<String, String> titles) {
    List<Object> params = new ArrayList<>();
    params.add(asked.keySet().toArray(UUID[]::new));
    String sql =
        """
        select l.target as asked, l.predicate, s.value as other, a.title
        from link l
        join artifact a on a.uri = l.artifact and a.data_source = l.data_source
        join uri s on s.id = a.concept
        where l.target = any (?)
        """
            + filters(query, most, params);
    return jdbc.sql(sql)
        .params(params)
        .query((row, at) -> {
          String source = row.getString("other");
          String target = Objects.requireNonNull(asked.get(row.getObject("asked", UUID.class)));
          links.add(new FoundLink(source, predicates.uri(row.getInt("predicate")), target));
          String title = row.getString("title");
          if (query.titles() && title != null) {
            titles.putIfAbsent(source, title);
          }
          return at;
        })
        .list()
        .size();
  }

  private int outgoing(
      LinkQuery query,
      int most,
      Map<UUID, String> asked,
      Set<FoundLink> links,
      Map<String, String> titles) {
    List<Object> params = new ArrayList<>();
    params.add(asked.keySet().toArray(UUID[]::new));
    String sql =
        """
        select a.concept as asked, l.predicate, t.value as other, a.title
        from artifact a
        join link l on l.artifact = a.uri and l.data_source = a.data_source
        join uri t on t.id = l.target
        where a.concept = any (?)
        """
            + filters(query, most, params);
    return jdbc.sql(sql)
        .params(params)
        .query((row, at) -> {
          String source = Objects.requireNonNull(asked.get(row.getObject("asked", UUID.class)));
          String target = row.getString("other");
          links.add(new FoundLink(source, predicates.uri(row.getInt("predicate")), target));
          String title = row.getString("title");
          if (query.titles() && title != null) {
            titles.putIfAbsent(source, title);
          }
          return at;
        })
        .list()
        .size();
  }

  private String filters(LinkQuery query, int most, List<Object> params) {
    StringBuilder sql = new StringBuilder();
    if (!query.predicates().isEmpty()) {
      sql.append(" and l.predicate = any (?)");
      params.add(
          query.predicates().stream()
              .map(predicates::number)
              .filter(Objects::nonNull)
              .toArray(Integer[]::new));
    }
    sql.append(versions(query, params));
    // Their links are removed piece by piece.
    sql.append(" and l.data_source not in (select id from removed_source)");
    sql.append(" limit ?");
    params.add(most);
    return sql.toString();
  }

  private static String versions(LinkQuery query, List<Object> params) {
    return switch (query.versions()) {
      case Versions.All all -> "";
      case Versions.None none -> " and a.uri = a.concept";
      case Versions.Selected(KnownConfiguration by) when by.isGlobal() -> {
        params.add(by.id());
        params.add(by.id());
        yield OF_GLOBAL;
      }
      case Versions.Selected(KnownConfiguration by) -> {
        params.add(by.id());
        yield OF_LOCAL;
      }
    };
  }

  // Several versions may have one link. With as many rows as are asked for there may be more.
  private static int rows(int links) {
    return 2 * links + 1;
  }

  private Refusal tooMany() {
    return Refusal.invalid(
        LinkRequestReader.LIMIT_REACHED,
        "Too many links found. Limit = %d; ask for fewer resources".formatted(most));
  }

  private void titlesOfTargets(LinkQuery query, Set<FoundLink> links, Map<String, String> titles) {
    UUID[] targets =
        links.stream()
            .map(FoundLink::target)
            .filter(target -> !titles.containsKey(target))
            .distinct()
            .map(UriKey::of)
            .toArray(UUID[]::new);
    if (targets.length == 0) {
      return;
    }
    List<Object> params = new ArrayList<>();
    params.add(targets);
    String sql =
        """
        select u.value, a.title from artifact a join uri u on u.id = a.concept
        where a.concept = any (?) and a.title is not null
          and a.data_source not in (select id from removed_source)
        """
            + versions(query, params);
    jdbc.sql(sql)
        .params(params)
        .query((row, at) -> titles.putIfAbsent(row.getString("value"), row.getString("title")))
        .list();
  }

  /** One of some resources that is indexed as the concept of versions. */
  Optional<String> versioned(Set<String> resources) {
    return jdbc.sql(
            """
            select u.value from artifact a join uri u on u.id = a.concept
            where a.concept = any (?) and a.uri <> a.concept
              and a.data_source not in (select id from removed_source)
            limit 1
            """)
        .param(resources.stream().map(UriKey::of).toArray(UUID[]::new))
        .query(String.class)
        .optional();
  }
}
