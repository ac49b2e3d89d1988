package org.reprise.ldx.query;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.limits.ByteBudget;
import org.reprise.ldx.configuration.KnownConfiguration;
import org.reprise.ldx.index.Predicates;
import org.reprise.ldx.query.LinkQuery.Versions;
import org.reprise.ldx.rdf.UriKey;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.Permits;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/** Finds links: one statement for each direction. */
@Component
final class Links {
  // Above them an answer is large: a few of these at once, so that the memory has room for them.
  private static final int MAX_SMALL = 5_000;

  /** Average versions of a link; with it the rows that a query reads are bounded. */
  private static final int MAX_VERSIONS = 16;

  private static final int MAX_LARGE_AT_ONCE = 2;
  static final Duration PERMIT_TIMEOUT = Duration.ofSeconds(10);
  static final String BUSY = "Too many large requests are being answered.";

  private static final String LOCAL_FILTER =
      """
       and (a.uri = a.concept or exists (
        select 1 from selection s where s.configuration = ? and s.version = a.uri))\
      """;

  // A version's component leads to the one local configuration that can select it, so that a link
  // costs two look-ups however many configurations there are. Only a version without a component is
  // looked for in all of them. As scalar sub-queries, which are never turned into joins with all
  // selections.
  private static final String GLOBAL_FILTER =
      """
       and (a.uri = a.concept
        or (select true from resolved r
            join selection s on s.configuration = r.local and s.version = a.uri
            where r.global = ? and r.component = a.component limit 1)
        or a.component is null and (select true from resolved r
            join selection s on s.configuration = r.local and s.version = a.uri
            where r.global = ? limit 1))\
      """;

  // A link counts once, however many versions have it.
  private static final String INCOMING =
      """
      select f.*, u.value from (
        select resource, predicate, other, min(title) as title, count(*) as versions from (
          select l.target as resource, l.predicate, a.concept as other, a.title
          from link l join artifact a on a.uri = l.artifact and a.data_source = l.data_source
          where l.target = any (?) %s limit ?) v
        group by resource, predicate, other limit ?) f
      join uri u on u.id = f.other
      """;

  private static final String OUTGOING =
      """
      select f.*, u.value from (
        select resource, predicate, other, min(title) as title, count(*) as versions from (
          select a.concept as resource, l.predicate, l.target as other, a.title
          from artifact a join link l on l.artifact = a.uri and l.data_source = a.data_source
          where a.concept = any (?) %s limit ?) v
        group by resource, predicate, other limit ?) f
      join uri u on u.id = f.other
      """;

  private final JdbcClient jdbc;
  private final Predicates predicates;
  private final int max;
  private final ByteBudget budget;
  private final Permits large = new Permits(MAX_LARGE_AT_ONCE, BUSY);

  Links(JdbcClient jdbc, Predicates predicates, QuerySettings settings, ByteBudget budget) {
    this.jdbc = jdbc;
    this.predicates = predicates;
    this.max = settings.links();
    this.budget = budget;
  }

  /**
   * Finds links.
   *
   * @throws Refusal when there are more than an answer may have, or too many large answers are
   *     being made or sent
   */
  <T> T find(LinkQuery query, Function<LinkResult, T> answer) {
    Optional<LinkResult> few = upTo(Math.min(MAX_SMALL, max), query);
    if (few.isPresent()) {
      return answer.apply(few.get());
    }
    return large.with(
        1,
        PERMIT_TIMEOUT,
        () -> {
          LinkResult found = upTo(max, query).orElseThrow(this::tooMany);
          hold(found);
          return answer.apply(found);
        });
  }

  // A slow reader has its answer in memory until the end of the request.
  private void hold(LinkResult found) {
    ByteBudget.Share share = budget.share();
    RequestContextHolder.currentRequestAttributes()
        .registerDestructionCallback("links", share::close, RequestAttributes.SCOPE_REQUEST);
    if (!share.cover(found.length())) {
      throw Refusal.unavailable(BUSY + " Try again.", Permits.RETRY_AFTER);
    }
  }

  // Empty where there are more.
  private Optional<LinkResult> upTo(int limit, LinkQuery query) {
    Map<UUID, String> resources = new HashMap<>();
    query.resources().forEach(uri -> resources.put(UriKey.of(uri), uri));
    LinkResult found = new LinkResult(new LinkedHashSet<>(), new HashMap<>());
    List<Row> incoming = rows(INCOMING, query, limit, resources);
    if (areTooMany(incoming, limit)) {
      return Optional.empty();
    }
    for (Row row : incoming) {
      found.add(new Link(row.other(), predicates.uri(row.predicate()), row.resource()), row);
    }
    List<Row> outgoing =
        query.isOutgoingToo() ? rows(OUTGOING, query, limit, resources) : List.of();
    for (Row row : outgoing) {
      found.add(new Link(row.resource(), predicates.uri(row.predicate()), row.other()), row);
    }
    if (areTooMany(outgoing, limit) || found.links().size() > limit) {
      return Optional.empty();
    }
    if (query.titles()) {
      titlesOfTargets(query, found);
    } else {
      found.titles().clear();
    }
    return Optional.of(found);
  }

  /** A link, by the concepts at its ends; the server of the source stores it. */
  record Link(String source, String predicate, String target) {}

  /**
   * The result of a query.
   *
   * @param links each once, however many versions have it
   * @param titles of resources that are indexed, if requested
   */
  record LinkResult(Set<Link> links, Map<String, String> titles) {
    void add(Link link, Row row) {
      links.add(link);
      if (row.title() != null) {
        titles.putIfAbsent(link.source(), row.title());
      }
    }

    /** Returns about how many characters an answer has. */
    long length() {
      return links.stream()
              .mapToLong(l -> l.source().length() + l.predicate().length() + l.target().length())
              .sum()
          + titles.values().stream().mapToLong(String::length).sum();
    }
  }

  /** A link, with the number of its versions that have it. */
  record Row(String resource, int predicate, String other, @Nullable String title, long versions) {}

  // Of a target with more versions than are read, some links may be missing.
  private static boolean areTooMany(List<Row> rows, int limit) {
    return rows.size() > limit
        || rows.stream().mapToLong(Row::versions).sum() > (long) MAX_VERSIONS * limit;
  }

  // One more than allowed is enough to see that there are too many. Predicates get their names when
  // the connection is given back: a name may need one, too.
  private List<Row> rows(String sql, LinkQuery query, int limit, Map<UUID, String> resources) {
    List<Object> params = new ArrayList<>();
    params.add(resources.keySet().toArray(UUID[]::new));
    String filters = filters(query, params);
    params.add((long) MAX_VERSIONS * limit + 1);
    params.add(limit + 1);
    return jdbc.sql(sql.formatted(filters))
        .params(params)
        .query((row, at) ->
            new Row(
                Objects.requireNonNull(resources.get(row.getObject("resource", UUID.class))),
                row.getInt("predicate"),
                row.getString("value"),
                row.getString("title"),
                row.getLong("versions")))
        .list();
  }

  private String filters(LinkQuery query, List<Object> params) {
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
    return sql.toString();
  }

  private static String versions(LinkQuery query, List<Object> params) {
    return switch (query.versions()) {
      case Versions.AllVersions all -> "";
      case Versions.NoVersions none -> " and a.uri = a.concept";
      case Versions.Selected(KnownConfiguration by) when by.isGlobal() -> {
        params.add(by.id());
        params.add(by.id());
        yield GLOBAL_FILTER;
      }
      case Versions.Selected(KnownConfiguration by) -> {
        params.add(by.id());
        yield LOCAL_FILTER;
      }
    };
  }

  private Refusal tooMany() {
    return LinkRequestReader.refusal(
        LinkRequestReader.LIMIT_REACHED,
        "Too many links found. Limit = %d; ask for fewer resources".formatted(max));
  }

  private void titlesOfTargets(LinkQuery query, LinkResult found) {
    UUID[] targets =
        found.links().stream()
            .map(Link::target)
            .filter(target -> !found.titles().containsKey(target))
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
        select u.value, min(a.title) as title from artifact a join uri u on u.id = a.concept
        where a.concept = any (?) and a.title is not null
          and a.data_source not in (select id from removed_source)
        """
            + versions(query, params)
            + " group by u.value";
    jdbc.sql(sql)
        .params(params)
        .query((row, at) -> found.titles().put(row.getString("value"), row.getString("title")))
        .list();
  }

  /** Returns one of the resources that is the concept of indexed versions. */
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
