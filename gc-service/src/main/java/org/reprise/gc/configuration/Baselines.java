package org.reprise.gc.configuration;

import jakarta.persistence.EntityManager;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.feed.Changes;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.revision.Revisions;
import org.reprise.oslc.trs.Change;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Freezes streams, within a transaction of the caller's that has locked the {@link Graph} (OSLC
 * Configuration Management 1.1, "Creating baselines").
 */
public final class Baselines {
  private final EntityManager entities;
  private final ConfigurationRows rows;
  private final ContributionRows contributions;
  private final JdbcClient jdbc;
  private final Changes changes;
  private final Revisions revisions;
  private final ResourceUris uris;

  Baselines(
      EntityManager entities,
      ConfigurationRows rows,
      ContributionRows contributions,
      JdbcClient jdbc,
      Changes changes,
      Revisions revisions,
      ResourceUris uris) {
    this.entities = entities;
    this.rows = rows;
    this.contributions = contributions;
    this.jdbc = jdbc;
    this.changes = changes;
    this.revisions = revisions;
    this.uris = uris;
  }

  /**
   * A baseline of a stream.
   *
   * @param baseline what is contributed in the stream's place
   * @param isReused whether it was there before, for nothing was changed since
   */
  public record Made(Target baseline, boolean isReused) {
    public Made {
      Objects.requireNonNull(baseline);
    }
  }

  private record Frozen(String order, Target target, @Nullable String overrides) {}

  /**
   * Makes baselines of a stream and of all streams of this server below it, or takes the newest
   * ones where those are the same. A baseline overrides the baselines of what its stream overrides
   * in the tree.
   *
   * <p>The mapper forgets all that it knows in the transaction.
   *
   * @param tree of the stream that somebody asked for: a staging stream becomes a baseline of the
   *     stream that it is for, and is archived
   * @param streams ids of the streams of this server in it, in the order in which they are made
   * @param frozen by the URIs of all streams of applications in it, the baselines in their place;
   *     those of this server are added
   * @param asked what is said of its baseline; its title is made of the stream's where none is
   *     said, and so is its branch
   * @param creator the name of the account
   */
  public Made make(
      Edges.Below tree,
      List<Long> streams,
      Map<String, Target> frozen,
      NewConfiguration asked,
      String creator) {
    Map<Long, List<Edges.Edge>> own = tree.byConfiguration();
    findNewest(tree, streams, frozen);
    Set<Long> changed = changed(streams, own, frozen);
    // Two streams may override what is in each other: all baselines are there before what they
    // contribute.
    for (long id : streams) {
      if (changed.contains(id)) {
        frozen.put(uris.configuration(id), create(id, id == tree.root(), asked, creator));
      }
    }
    for (long id : changed) {
      long baseline = Objects.requireNonNull(baseline(id, frozen).global());
      contributions.add(baseline, frozen(own.getOrDefault(id, List.of()), frozen));
    }
    return new Made(baseline(tree.root(), frozen), !changed.contains(tree.root()));
  }

  private Target baseline(long stream, Map<String, Target> frozen) {
    String uri = uris.configuration(stream);
    return Objects.requireNonNull(frozen.get(uri), uri);
  }

  // Puts its newest baseline in the place of each stream, or the stream itself where that baseline
  // cannot be used: the tree may hold or override it beside its stream.
  private void findNewest(Edges.Below tree, List<Long> streams, Map<String, Target> frozen) {
    Set<String> contributed = new HashSet<>();
    Set<String> overridden = new HashSet<>();
    for (Edges.Edge edge : tree.edges()) {
      contributed.add(edge.contribution().target().uri());
      if (edge.overrides() != null) {
        overridden.add(edge.overrides());
      }
    }
    jdbc.sql(
            """
            select s.id, s.component, b.id
            from configuration s
            left join configuration o on o.id = s.staging_of and s.id = :root
            left join configuration b on b.id = coalesce(o.previous_baseline, s.previous_baseline)
              and b.baseline_of_stream
                = case when s.id = :root then coalesce(s.staging_of, s.id) else s.id end
              and b.branch is not distinct from s.branch
            where s.id = any (:streams)\
            """)
        .param("root", tree.root())
        .param("streams", streams.toArray(Long[]::new))
        .query(row -> {
          String stream = uris.configuration(row.getLong(1));
          String component = uris.component(row.getLong(2));
          long newest = row.getLong(3);
          String uri = uris.configuration(newest);
          boolean isUsable =
              !row.wasNull()
                  && !overridden.contains(uri)
                  && !(overridden.contains(stream) && contributed.contains(uri));
          frozen.put(
              stream,
              isUsable
                  ? new Target(uri, component, true, newest, null)
                  : new Target(stream, component, false, row.getLong(1), null));
        });
  }

  // A stream whose newest baseline is not the same, and each that contributes or overrides one of
  // these.
  private Set<Long> changed(
      List<Long> streams, Map<Long, List<Edges.Edge>> own, Map<String, Target> frozen) {
    Map<String, List<Long>> naming = new HashMap<>();
    Set<Long> changed = new HashSet<>();
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
      if (!newest.isBaseline() || !isSame(newest, frozen(edges, frozen))) {
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

  private boolean isSame(Target newest, List<Contribution> own) {
    return withoutSlugs(contributions.of(Objects.requireNonNull(newest.global())))
        .equals(withoutSlugs(own));
  }

  private static Set<Frozen> withoutSlugs(List<Contribution> all) {
    Set<Frozen> set = new HashSet<>();
    all.forEach(one -> set.add(new Frozen(one.order(), one.target(), one.overrides())));
    return set;
  }

  private Target create(long id, boolean isRoot, NewConfiguration asked, String creator) {
    // What the mapper knows it compares again with each write: the time for a tree would grow with
    // the square of its streams.
    entities.clear();
    GlobalConfiguration stream = rows.findById(id).orElseThrow(() -> Graph.missing(id));
    long owner = isRoot && stream.stagingOf() != null ? stream.stagingOf() : id;
    Optional<GlobalConfiguration> ofOwner =
        owner == id ? Optional.of(stream) : rows.findById(owner);
    NewConfiguration said = isRoot ? asked : NewConfiguration.titled(null);
    GlobalConfiguration baseline =
        rows.saveAndFlush(
            GlobalConfiguration.baseline(
                stream,
                owner,
                ofOwner.orElse(stream).previousBaseline(),
                said.edit(Configurations.titled("Baseline of ", stream.title()), stream.branch()),
                creator));
    changes.note(Change.CREATION, uris.configuration(baseline.id()));
    lead(owner, baseline.id(), false);
    if (owner != id) {
      lead(id, baseline.id(), true);
    }
    return new Target(
        uris.configuration(baseline.id()),
        uris.component(stream.component()),
        true,
        baseline.id(),
        null);
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

  // By SQL, for the stream's version counts for whoever edits it now. What is above it does not
  // tell which its newest baseline is.
  private void lead(long stream, long baseline, boolean isDone) {
    revisions.changed();
    int count =
        jdbc.sql(
                """
                update configuration
                set previous_baseline = ?, archived = archived or ?, modified = now(),
                  version = version + 1, revision = revision + 1
                where id = ?\
                """)
            .params(baseline, isDone, stream)
            .update();
    if (count > 0) {
      changes.note(Change.MODIFICATION, uris.configuration(stream));
    }
  }
}
