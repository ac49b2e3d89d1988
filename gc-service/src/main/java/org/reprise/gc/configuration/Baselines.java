package org.reprise.gc.configuration;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
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
    /** Checks that there is a baseline. */
    public Made {
      Objects.requireNonNull(baseline);
    }
  }

  private record Frozen(String order, Target target, @Nullable String overrides) {}

  /**
   * Makes a baseline of a stream, or finds the newest one where that is the same.
   *
   * <p>The mapper forgets all that it knows in the transaction.
   *
   * @param frozen by the URIs of all streams that contribute to it, the baselines in their place
   * @param isRoot whether it is the stream that somebody asked for: a staging stream then becomes a
   *     baseline of the stream that it is for, and is archived
   * @param asked what is said of it; its title is made of the stream's where none is said, and so
   *     is its branch
   * @param creator the name of the account
   */
  public Made make(
      long id, Map<String, Target> frozen, boolean isRoot, NewConfiguration asked, String creator) {
    // What the mapper knows it compares again with each write: the time for a tree would grow with
    // the square of its streams.
    entities.clear();
    GlobalConfiguration stream = rows.findById(id).orElseThrow(() -> Graph.missing(id));
    long owner = isRoot && stream.stagingOf() != null ? stream.stagingOf() : id;
    Optional<GlobalConfiguration> ofOwner =
        owner == id ? Optional.of(stream) : rows.findById(owner);
    Long newest = ofOwner.orElse(stream).previousBaseline();
    List<Contribution> own = frozen(contributions.of(id), frozen);
    if (newest != null && isSame(newest, owner, stream, own)) {
      return new Made(target(stream, newest), true);
    }
    GlobalConfiguration baseline =
        rows.saveAndFlush(
            GlobalConfiguration.baseline(
                stream,
                owner,
                newest,
                asked.edit(Configurations.titled("Baseline of ", stream.title()), stream.branch()),
                creator));
    contributions.add(baseline.id(), own);
    changes.note(Change.CREATION, uris.configuration(baseline.id()));
    lead(owner, baseline.id(), false);
    if (owner != id) {
      lead(id, baseline.id(), true);
    }
    return new Made(target(stream, baseline.id()), false);
  }

  private Target target(GlobalConfiguration stream, long baseline) {
    return new Target(
        uris.configuration(baseline), uris.component(stream.component()), true, baseline, null);
  }

  // Two streams of one baseline, or a stream beside its newest baseline, become one contribution.
  private static List<Contribution> frozen(List<Contribution> own, Map<String, Target> frozen) {
    Map<String, Contribution> byTarget = new LinkedHashMap<>();
    for (Contribution one : own) {
      Target target =
          one.target().isBaseline()
              ? one.target()
              : Objects.requireNonNull(frozen.get(one.target().uri()), one.target().uri());
      Target overridden = one.overrides() == null ? null : frozen.get(one.overrides());
      byTarget.putIfAbsent(
          target.uri(),
          new Contribution(
              one.slug(),
              one.order(),
              target,
              overridden == null ? one.overrides() : overridden.uri()));
    }
    return new ArrayList<>(byTarget.values());
  }

  private boolean isSame(
      long newest, long owner, GlobalConfiguration stream, List<Contribution> own) {
    GlobalConfiguration baseline = rows.findById(newest).orElseThrow(() -> Graph.missing(newest));
    return Objects.equals(baseline.baselineOfStream(), owner)
        && Objects.equals(baseline.branch(), stream.branch())
        && withoutSlugs(contributions.of(newest)).equals(withoutSlugs(own));
  }

  private static Set<Frozen> withoutSlugs(List<Contribution> all) {
    Set<Frozen> set = new HashSet<>();
    all.forEach(one -> set.add(new Frozen(one.order(), one.target(), one.overrides())));
    return set;
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
