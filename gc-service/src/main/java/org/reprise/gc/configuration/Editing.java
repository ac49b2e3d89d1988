package org.reprise.gc.configuration;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.revision.Revisions;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.trs.Change;
import org.reprise.oslc.trs.Feed;
import org.reprise.oslc.web.IfMatch;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Changes configurations, each with one short transaction in which no application is called. */
@Component
final class Editing {
  /** The most contributions that one configuration may have directly. */
  static final int MAX_CONTRIBUTIONS = 5_000;

  private static final int ATTEMPTS = 5;

  // foreign_key_violation
  private static final String MISSING = "23503";

  private final ConfigurationRows rows;
  private final ContributionRows contributionRows;
  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Graph graph;
  private final Targets targets;
  private final Feed feed;
  private final Revisions revisions;
  private final ResourceUris uris;

  Editing(
      ConfigurationRows rows,
      ContributionRows contributionRows,
      JdbcClient jdbc,
      TransactionTemplate transactions,
      Graph graph,
      Targets targets,
      Feed feed,
      Revisions revisions,
      ResourceUris uris) {
    this.rows = rows;
    this.contributionRows = contributionRows;
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.graph = graph;
    this.targets = targets;
    this.feed = feed;
    this.revisions = revisions;
    this.uris = uris;
  }

  long edit(long id, @Nullable Long expected, Edit edit) {
    return transactions.execute(status -> {
      // Locks the row, which is read then.
      long revision = graph.count(id, expected);
      apply(get(id), edit);
      return revision;
    });
  }

  private void apply(GlobalConfiguration configuration, Edit edit) {
    if (!configuration.isStream()) {
      requireTagsOnly(configuration, edit);
    }
    configuration.edit(edit);
    rows.saveAndFlush(configuration);
    feed.record(Change.MODIFICATION, uris.configuration(configuration.id()));
  }

  private static void requireTagsOnly(GlobalConfiguration baseline, Edit edit) {
    Edit before = baseline.edit();
    boolean isSame =
        Objects.equals(before.title(), edit.title())
            && Objects.equals(before.description(), edit.description())
            && Objects.equals(before.branch(), edit.branch());
    if (!isSame) {
      throw immutable(baseline.id());
    }
  }

  private static Refusal immutable(long id) {
    return Refusal.conflict(
        "Configuration %d is a baseline: of that only dcterms:subject and oslc:archived can be changed."
            .formatted(id));
  }

  /** Changes the list of contributions that a configuration has. */
  long change(long id, @Nullable Long expected, Consumer<List<ContributionRequest>> change) {
    GlobalConfiguration configuration = get(id);
    if (expected != null && expected != configuration.revision()) {
      throw IfMatch.changed();
    }
    List<ContributionRequest> all = new ArrayList<>();
    contributionRows.of(id).forEach(one -> all.add(ContributionRequest.of(one)));
    change.accept(all);
    return replace(id, configuration.revision(), configuration.edit(), all);
  }

  /**
   * Returns the place of a contribution in a list.
   *
   * @throws Refusal 404 for an unknown slug
   */
  static int place(List<ContributionRequest> all, @Nullable String slug) {
    for (int i = 0; i < all.size(); i++) {
      if (Objects.equals(all.get(i).slug(), slug)) {
        return i;
      }
    }
    throw Refusal.notFound("There is no contribution #" + slug + ".");
  }

  long replace(long id, @Nullable Long expected, Edit edit, List<ContributionRequest> requests) {
    for (int attempt = 1; ; attempt++) {
      try {
        return replaceOnce(id, expected, edit, requests);
      } catch (DataIntegrityViolationException e) {
        // The stored configuration of an application was removed since: it is read again.
        if (attempt == ATTEMPTS || !MISSING.equals(DatabaseFault.sqlState(e))) {
          throw e;
        }
      }
    }
  }

  private long replaceOnce(
      long id, @Nullable Long expected, Edit edit, List<ContributionRequest> requests) {
    List<Contribution> before = contributionRows.of(id);
    if (!get(id).isStream()) {
      requireSame(id, before, requests);
      return edit(id, expected, edit);
    }
    require(requests);
    // Calls applications, hence before the transaction.
    Targets.Candidates candidates = targets.find(requests, before);
    return transactions.execute(status -> {
      graph.lock();
      long revision = graph.count(id, expected);
      GlobalConfiguration stream = get(id);
      apply(stream, edit);
      replace(stream, requests, candidates);
      return revision;
    });
  }

  private void replace(
      GlobalConfiguration stream,
      List<ContributionRequest> requests,
      Targets.Candidates candidates) {
    long id = stream.id();
    Map<String, Contribution> before =
        contributionRows.of(id).stream()
            .collect(Collectors.toMap(Contribution::slug, Function.identity()));
    List<Contribution> after = named(requests, before.keySet(), candidates.read(uris, jdbc));
    requireAccepted(stream, before.values().stream().map(Contribution::target).toList(), after);
    List<Contribution> added =
        after.stream().filter(one -> !one.equals(before.get(one.slug()))).toList();
    Set<String> removed = new HashSet<>(before.keySet());
    after.forEach(one -> removed.remove(one.slug()));
    added.forEach(one -> removed.add(one.slug()));
    if (removed.isEmpty() && added.isEmpty()) {
      return;
    }
    List<Long> above = graph.above(id);
    Graph.requireNoCycle(
        above, added.stream().map(one -> one.target().global()).filter(Objects::nonNull).toList());
    contributionRows.remove(id, removed);
    contributionRows.add(Map.of(id, added));
    if (canGrow(before.values(), after)) {
      graph.requireSize(above);
    }
    graph.countAbove(id, above);
  }

  // To count the trees above takes long, and everybody who changes contributions waits for it.
  private static boolean canGrow(Collection<Contribution> before, List<Contribution> after) {
    Set<@Nullable Long> known = new HashSet<>();
    before.forEach(one -> known.add(one.target().global()));
    return after.size() > before.size()
        || after.stream()
            .map(one -> one.target().global())
            .anyMatch(global -> global != null && !known.contains(global));
  }

  private static void requireSame(
      long id, List<Contribution> before, List<ContributionRequest> requests) {
    Set<ContributionRequest> stored =
        before.stream().map(ContributionRequest::of).collect(Collectors.toSet());
    if (requests.size() != stored.size() || !stored.containsAll(requests)) {
      throw immutable(id);
    }
  }

  private static void require(List<ContributionRequest> requests) {
    if (requests.size() > MAX_CONTRIBUTIONS) {
      throw Refusal.invalid(
          "A configuration has up to %,d contributions, not %,d: assemble others of them, and contribute those."
              .formatted(MAX_CONTRIBUTIONS, requests.size()));
    }
    Set<String> seen = new HashSet<>();
    for (ContributionRequest one : requests) {
      if (!seen.add(one.target())) {
        throw Refusal.invalid("<%s> is contributed twice.".formatted(one.target()));
      }
      if (one.slug() != null && !seen.add("#" + one.slug())) {
        throw Refusal.invalid("There are two contributions #%s.".formatted(one.slug()));
      }
    }
  }

  // Those without a slug get one that no requested or present contribution has.
  private static List<Contribution> named(
      List<ContributionRequest> requests, Set<String> before, Map<String, Target> targets) {
    Set<String> taken = new HashSet<>(before);
    requests.forEach(one -> {
      if (one.slug() != null) {
        taken.add(one.slug());
      }
    });
    List<Contribution> all = new ArrayList<>(requests.size());
    int number = 0;
    for (ContributionRequest one : requests) {
      String slug = one.slug();
      while (slug == null) {
        number++;
        slug = taken.add("c" + number) ? "c" + number : null;
      }
      Target target = Objects.requireNonNull(targets.get(one.target()), one.target());
      all.add(new Contribution(slug, one.order(), target, one.overrides()));
    }
    return all;
  }

  // Streams that a staging stream began with stay until they are replaced; a new contribution must
  // be a baseline.
  private static void requireAccepted(
      GlobalConfiguration stream, List<Target> before, List<Contribution> after) {
    if (!stream.isStaging()) {
      return;
    }
    Set<Target> known = new HashSet<>(before);
    for (Contribution one : after) {
      if (!one.target().isBaseline() && !known.contains(one.target())) {
        throw Refusal.conflict(
            "Configuration %d is a staging stream, which accepts baselines only: <%s> is a stream."
                .formatted(stream.id(), one.target().uri()));
      }
    }
  }

  /** Deletes a configuration, within a transaction that has locked the graph. */
  void remove(long id) {
    refuse(
        "select configuration from contribution where global = ? limit 1",
        id,
        "Configuration %d contributes to configuration %d.");
    refuse(
        "select id from configuration where previous_baseline = ? limit 1",
        id,
        "Configuration %d is the previous baseline of configuration %d.");
    revisions.changed();
    jdbc.sql("delete from configuration where id = ?").param(id).update();
    feed.record(Change.DELETION, uris.configuration(id));
  }

  private void refuse(String sql, long id, String reason) {
    jdbc.sql(sql)
        .param(id)
        .query(Long.class)
        .optional()
        .ifPresent(other -> {
          throw Refusal.conflict(reason.formatted(id, other));
        });
  }

  private GlobalConfiguration get(long id) {
    return rows.findById(id).orElseThrow(() -> Graph.missing(id));
  }
}
