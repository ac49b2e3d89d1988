package org.reprise.gc.commit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.reprise.gc.commit.ActivityRows.LeasedActivity;
import org.reprise.gc.configuration.Baselines;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Edges;
import org.reprise.gc.configuration.Graph;
import org.reprise.gc.configuration.Target;
import org.reprise.gc.resolution.Resolutions;
import org.reprise.kit.work.LeaseLost;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The work on an activity. First each application makes baselines of its streams, and each answer
 * is stored as soon as it is there; then one transaction makes all baselines of this server. So
 * there is never half of a baseline, and a process that takes the work over goes on with the stored
 * answers.
 */
@Component
final class Work {
  private static final int ATTEMPTS = 5;

  private final ActivityRows rows;
  private final Configurations configurations;
  private final LocalBaselines locals;
  private final Edges edges;
  private final Graph graph;
  private final Baselines baselines;
  private final Resolutions resolutions;
  private final TransactionTemplate transactions;

  Work(
      ActivityRows rows,
      Configurations configurations,
      LocalBaselines locals,
      Edges edges,
      Graph graph,
      Baselines baselines,
      Resolutions resolutions,
      TransactionTemplate transactions) {
    this.rows = rows;
    this.configurations = configurations;
    this.locals = locals;
    this.edges = edges;
    this.graph = graph;
    this.baselines = baselines;
    this.resolutions = resolutions;
    this.transactions = transactions;
  }

  /**
   * Creates the baselines.
   *
   * @throws LeaseLost where another process works on it, or it has ended
   * @throws Refusal if it cannot be done, or the baseline would not resolve what the stream
   *     resolves; there is no baseline then
   */
  void run(LeasedActivity claimed) {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      Plan plan = plan(claimed.stream());
      Map<Long, Target> steps = rows.steps(claimed.id());
      try {
        locals.make(
            claimed,
            plan.locals().entrySet().stream()
                .filter(stream -> !steps.containsKey(stream.getKey()))
                .map(Map.Entry::getValue)
                .toList());
        if (complete(claimed)) {
          return;
        }
      } catch (DataIntegrityViolationException e) {
        // A stream was removed from the tree, or its row or that of its baseline was deleted: they
        // are read again.
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
    throw Refusal.conflict(
        "Streams were added to the tree of configuration %d whenever its baseline was to be made."
            .formatted(claimed.stream()));
  }

  private Plan plan(long stream) {
    Plan plan = Plan.of(edges.tree(stream));
    requireStaged(plan);
    return plan;
  }

  // No staging stream, also below, may have a stream left.
  private void requireStaged(Plan plan) {
    Set<Long> staging = configurations.staging(plan.globals());
    for (Edges.Edge edge : plan.tree().edges()) {
      if (staging.contains(edge.from()) && !edge.contribution().target().isBaseline()) {
        throw Refusal.conflict(
            "Configuration %d is a staging stream, of which a baseline can be made when each of its contributions is a baseline."
                .formatted(edge.from()));
      }
    }
  }

  private boolean complete(LeasedActivity claimed) {
    return Boolean.TRUE.equals(
        transactions.execute(status -> {
          graph.lock();
          rows.lock(claimed);
          return makeBaselines(claimed);
        }));
  }

  // The present tree, which is locked until the transaction ends.
  private boolean makeBaselines(LeasedActivity claimed) {
    Plan plan = plan(claimed.stream());
    Map<Long, Target> steps = rows.steps(claimed.id());
    if (!steps.keySet().containsAll(plan.locals().keySet())) {
      return false;
    }
    Map<String, Target> frozen = new HashMap<>();
    plan.locals()
        .forEach((id, stream) -> frozen.put(stream.uri(), Objects.requireNonNull(steps.get(id))));
    Baselines.Result root =
        baselines.make(
            plan.tree(),
            plan.globals(),
            frozen,
            claimed.edit(),
            claimed.creator(),
            claimed.created());
    long baseline = Objects.requireNonNull(root.baseline().global());
    requireSame(plan, baseline, frozen);
    rows.complete(claimed, baseline, root.isReused());
    return true;
  }

  // An older baseline in the tree may override a stream. It cannot be changed, and its override
  // matches nothing once that stream is frozen.
  private void requireSame(Plan plan, long baseline, Map<String, Target> frozen) {
    List<Edges.Edge> all = plan.tree().edges();
    if (all.stream().allMatch(edge -> edge.overrides() == null)) {
      return;
    }
    List<String> expected =
        resolutions.counting(plan.tree()).stream()
            .map(uri -> frozen.containsKey(uri) ? frozen.get(uri).uri() : uri)
            .toList();
    Edges.Tree made = edges.tree(baseline);
    if (!resolutions.counting(made).equals(expected)) {
      Set<Long> streams = Set.copyOf(plan.globals());
      String reasons =
          all.stream()
              .filter(
                  edge -> !streams.contains(edge.from()) && frozen.containsKey(edge.overrides()))
              .map(edge ->
                  " <%s> overrides <%s>: contribute a stream in its place."
                      .formatted(configurations.uri(edge.from()), edge.overrides()))
              .findFirst()
              .orElse("");
      throw Refusal.conflict(
          "A baseline of configuration %d would not resolve what that resolves, for what its contributions override.%s"
              .formatted(plan.tree().root(), reasons));
    }
  }
}
