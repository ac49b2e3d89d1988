package org.reprise.gc.configuration;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.application.Titles;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.revision.Revisions;
import org.reprise.oslc.trs.Change;
import org.reprise.oslc.trs.Feed;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Freezes streams, within a transaction of the caller's that has locked the {@link Graph} (OSLC
 * Configuration Management 1.1, "Creating baselines").
 */
@Component
public final class Baselines {
  private final ContributionRows contributions;
  private final JdbcClient jdbc;
  private final Feed feed;
  private final Revisions revisions;
  private final ResourceUris uris;

  Baselines(
      ContributionRows contributions,
      JdbcClient jdbc,
      Feed feed,
      Revisions revisions,
      ResourceUris uris) {
    this.contributions = contributions;
    this.jdbc = jdbc;
    this.feed = feed;
    this.revisions = revisions;
    this.uris = uris;
  }

  /**
   * A baseline of a stream.
   *
   * @param baseline the target that replaces the stream
   * @param isReused whether it was there before, for nothing was changed since
   */
  public record Result(Target baseline, boolean isReused) {}

  /**
   * A stream of a tree.
   *
   * @param owner the stream that gets the baseline: itself, or the origin of a staging stream
   * @param componentTitle the title of its component
   * @param newest the newest baseline of the owner and branch; null for none, or an archived one
   */
  private record Stream(
      long id, long owner, long component, String componentTitle, @Nullable Long newest) {}

  /**
   * Makes baselines of a stream and of all streams of this server below it, or takes the newest
   * ones where those are the same. A baseline overrides the baselines of what its stream overrides
   * in the tree. The number of statements does not depend on that of the streams.
   *
   * @param tree of the stream of the request: a staging stream becomes a baseline of the stream
   *     that it is for, and is archived
   * @param ids of the streams of this server in it, in the order in which they are made
   * @param frozen by the URIs of all streams of applications in it, the baselines in their place;
   *     those of this server are added
   * @param edit properties of its baseline; its branch is the stream's
   * @param started a part of the titles of all baselines below, and of its own without a title in
   *     edit
   */
  public Result make(
      Edges.Tree tree,
      List<Long> ids,
      Map<String, Target> frozen,
      Edit edit,
      String creator,
      Instant started) {
    Map<Long, List<Edges.Edge>> own = tree.byConfiguration();
    Map<Long, Stream> streams = streams(tree, ids);
    findNewest(tree, streams, frozen);
    Set<Long> changed = changed(ids, own, frozen);
    List<Stream> created =
        ids.stream().filter(changed::contains).map(id -> stream(streams, id)).toList();
    // Two streams may override contributions of each other: all baselines are inserted before any
    // contribution.
    insert(tree.root(), created, edit, creator, started, frozen);
    Map<Long, List<Contribution>> contributed = new HashMap<>();
    Map<Long, Long> newest = new LinkedHashMap<>();
    for (Stream stream : created) {
      long baseline = Objects.requireNonNull(baseline(stream.id(), frozen).global());
      contributed.put(baseline, frozen(own.getOrDefault(stream.id(), List.of()), frozen));
      newest.put(stream.owner(), baseline);
    }
    contributions.add(contributed);
    Stream root = stream(streams, tree.root());
    Target made = baseline(tree.root(), frozen);
    boolean isStaging = root.owner() != root.id();
    if (isStaging) {
      newest.put(root.id(), Objects.requireNonNull(made.global()));
    }
    update(newest, isStaging ? root.id() : 0);
    return new Result(made, !changed.contains(tree.root()));
  }

  private static Stream stream(Map<Long, Stream> streams, long id) {
    Stream stream = streams.get(id);
    if (stream == null) {
      throw Graph.missing(id);
    }
    return stream;
  }

  private Target baseline(long stream, Map<String, Target> frozen) {
    String uri = uris.configuration(stream);
    return Objects.requireNonNull(frozen.get(uri), uri);
  }

  private Map<Long, Stream> streams(Edges.Tree tree, List<Long> ids) {
    Map<Long, Stream> streams = new HashMap<>();
    jdbc.sql(
            """
            select s.id, s.owner, s.component, k.title, b.id
            from (
              select *, case when id = :root then coalesce(staging_of, id) else id end as owner
              from configuration where id = any (:ids)) s
            join component k on k.id = s.component
            left join configuration o on o.id = s.owner
            left join configuration b on b.id = coalesce(o.previous_baseline, s.previous_baseline)
              and b.baseline_of_stream in (s.owner, s.staging_of)
              and b.branch is not distinct from s.branch and not b.archived\
            """)
        .param("root", tree.root())
        .param("ids", ids.toArray(Long[]::new))
        .query(row -> {
          streams.put(
              row.getLong(1),
              new Stream(
                  row.getLong(1),
                  row.getLong(2),
                  row.getLong(3),
                  row.getString(4),
                  row.getObject(5, Long.class)));
        });
    return streams;
  }

  // Puts its newest baseline in the place of each stream, or the stream itself where that baseline
  // cannot be used: the tree may hold or override it beside its stream.
  private void findNewest(Edges.Tree tree, Map<Long, Stream> streams, Map<String, Target> frozen) {
    Set<String> contributed = new HashSet<>();
    Set<String> overridden = new HashSet<>();
    for (Edges.Edge edge : tree.edges()) {
      contributed.add(edge.contribution().target().uri());
      if (edge.overrides() != null) {
        overridden.add(edge.overrides());
      }
    }
    for (Stream stream : streams.values()) {
      String uri = uris.configuration(stream.id());
      frozen.put(uri, target(stream.id(), stream, false));
      if (stream.newest() != null) {
        Target newest = target(stream.newest(), stream, true);
        if (!overridden.contains(newest.uri())
            && !(overridden.contains(uri) && contributed.contains(newest.uri()))) {
          frozen.put(uri, newest);
        }
      }
    }
  }

  private Target target(long id, Stream stream, boolean isBaseline) {
    return new Target(
        uris.configuration(id), uris.component(stream.component()), isBaseline, id, null);
  }

  // A stream whose newest baseline is not the same, and each that contributes or overrides one of
  // these.
  private Set<Long> changed(
      List<Long> streams, Map<Long, List<Edges.Edge>> own, Map<String, Target> frozen) {
    Map<String, List<Long>> naming = new HashMap<>();
    Set<Long> changed = new HashSet<>();
    Map<Long, List<Contribution>> before =
        contributions.of(
            streams.stream()
                .map(id -> baseline(id, frozen))
                .filter(Target::isBaseline)
                .map(Target::global)
                .toList());
    for (long id : streams) {
      List<Edges.Edge> edges = own.getOrDefault(id, List.of());
      for (Edges.Edge edge : edges) {
        naming
            .computeIfAbsent(edge.contribution().target().uri(), uri -> new ArrayList<>())
            .add(id);
        if (edge.overrides() != null) {
          naming.computeIfAbsent(edge.overrides(), uri -> new ArrayList<>()).add(id);
        }
      }
      Target newest = baseline(id, frozen);
      if (!newest.isBaseline()
          || !withoutSlugs(before.getOrDefault(newest.global(), List.of()))
              .equals(withoutSlugs(frozen(edges, frozen)))) {
        changed.add(id);
      }
    }
    Deque<Long> pending = new ArrayDeque<>(changed);
    while (!pending.isEmpty()) {
      for (long id : naming.getOrDefault(uris.configuration(pending.remove()), List.of())) {
        if (changed.add(id)) {
          pending.add(id);
        }
      }
    }
    return changed;
  }

  private static Set<Contribution> withoutSlugs(List<Contribution> all) {
    Set<Contribution> set = new HashSet<>();
    all.forEach(one -> set.add(new Contribution("", one.order(), one.target(), one.overrides())));
    return set;
  }

  private void insert(
      long root,
      List<Stream> streams,
      Edit edit,
      String creator,
      Instant started,
      Map<String, Target> frozen) {
    if (streams.isEmpty()) {
      return;
    }
    Map<Long, Stream> byOwner = new HashMap<>();
    streams.forEach(stream -> byOwner.put(stream.owner(), stream));
    List<String> created =
        jdbc.sql(
                """
                insert into configuration (id, component, kind, title, description, subjects,
                  branch, accepts, baseline_of_stream, previous_baseline, archived, creator,
                  created, modified)
                select nextval('configuration_id'), component, 'BASELINE',
                  coalesce(case when is_root then :title::text end, title),
                  case when is_root then :description::text end,
                  case when is_root then :subjects::text[] else '{}' end,
                  branch, 'ANY', owner, previous, is_root and :archived, :creator,
                  statement_timestamp(), statement_timestamp()
                from (
                  select s.component, n.title, s.branch, n.owner, s.id = :root as is_root,
                    coalesce(o.previous_baseline, s.previous_baseline) as previous
                  from unnest (:streams::bigint[], :owners::bigint[], :titles::text[])
                    with ordinality as n (stream, owner, title, place)
                  join configuration s on s.id = n.stream
                  left join configuration o on o.id = n.owner
                  order by n.place) b
                returning id, baseline_of_stream\
                """)
            .param("root", root)
            .param("title", edit.title())
            .param("description", edit.description())
            .param("subjects", edit.subjects().toArray(String[]::new))
            .param("archived", edit.isArchived())
            .param("creator", creator)
            .param("streams", streams.stream().map(Stream::id).toArray(Long[]::new))
            .param("owners", streams.stream().map(Stream::owner).toArray(Long[]::new))
            .param("titles", titles(streams, started))
            .query((row, n) -> {
              Stream stream = stream(byOwner, row.getLong(2));
              Target baseline = target(row.getLong(1), stream, true);
              frozen.put(uris.configuration(stream.id()), baseline);
              return baseline.uri();
            })
            .list();
    feed.record(Change.CREATION, created);
  }

  private static String[] titles(List<Stream> streams, Instant started) {
    Map<Long, Integer> ofComponent = new HashMap<>();
    return streams.stream()
        .map(one ->
            Titles.baseline(
                one.componentTitle(), started, ofComponent.merge(one.component(), 1, Integer::sum)))
        .toArray(String[]::new);
  }

  // Two streams of one baseline, or a stream beside its newest baseline, become one contribution.
  private static List<Contribution> frozen(List<Edges.Edge> own, Map<String, Target> frozen) {
    Map<String, Contribution> byTarget = new LinkedHashMap<>();
    for (Edges.Edge edge : own) {
      Contribution one = edge.contribution();
      Target target =
          one.target().isBaseline()
              ? one.target()
              : Objects.requireNonNull(frozen.get(one.target().uri()), one.target().uri());
      Target overridden = edge.overrides() == null ? null : frozen.get(edge.overrides());
      byTarget.putIfAbsent(
          target.uri(),
          new Contribution(
              one.slug(),
              one.order(),
              target,
              overridden == null ? edge.overrides() : overridden.uri()));
    }
    return new ArrayList<>(byTarget.values());
  }

  // Documents above do not name the newest baseline.
  private void update(Map<Long, Long> newest, long archived) {
    if (newest.isEmpty()) {
      return;
    }
    revisions.changed();
    List<String> updated =
        jdbc.sql(
                """
                update configuration c
                set previous_baseline = n.baseline, archived = c.archived or c.id = :archived,
                  modified = statement_timestamp(), revision = next_revision(revision)
                from unnest (:streams::bigint[], :baselines::bigint[]) as n (stream, baseline)
                where c.id = n.stream
                  and (c.previous_baseline is distinct from n.baseline
                    or (c.id = :archived and not c.archived))
                returning c.id\
                """)
            .param("archived", archived)
            .param("streams", newest.keySet().toArray(Long[]::new))
            .param("baselines", newest.values().toArray(Long[]::new))
            .query((row, n) -> uris.configuration(row.getLong(1)))
            .list();
    feed.record(Change.MODIFICATION, updated);
  }
}
