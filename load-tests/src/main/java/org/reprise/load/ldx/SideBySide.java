package org.reprise.load.ldx;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.reprise.load.clm.Link;
import org.reprise.load.clm.Scenario;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.clm.Waiting;
import org.reprise.load.engine.Outcome;
import org.reprise.load.measure.Check;
import org.reprise.localstack.FileTree;

/**
 * The same changes of one application, indexed by the index and by a plain store of triples (Jena
 * TDB2) with a commit for each resource and with one for many: some rounds, in each of which
 * changes are made and read by one after the other over HTTP. The index finds them in the feed and
 * tells its rate by its own clock; the plain stores are given them.
 */
final class SideBySide {
  /** So many tell how far a rate varies. */
  static final int ROUNDS = 4;

  private static final int BATCH = 100;
  private static final String EACH = "jena-per-item";
  private static final String MANY = "jena-batched";
  private static final Scenario SCENARIO = Scenario.CCM_RM;
  private static final Duration ANSWER = Duration.ofSeconds(30);
  private static final Duration BACKLOG_TIMEOUT = Duration.ofMinutes(10);

  private final LdxTarget target;
  private final int changes;
  private final Set<Link> created = new LinkedHashSet<>();
  private final List<Long> retrieved = new ArrayList<>();

  SideBySide(LdxTarget target, int changes) {
    this.target = target;
    this.changes = changes;
  }

  /** Indexes what has changed; returns how many resources in a second. */
  private interface Turn {
    double index(List<String> changed) throws IOException, SQLException, InterruptedException;
  }

  /** Does all rounds, and looks at what is stored then, in a folder that is made and removed. */
  void run(Path folder, Outcome outcome) throws IOException, SQLException, InterruptedException {
    var from = target.origin(SCENARIO.from());
    var to = target.origin(SCENARIO.to());
    try (var calls = new ServiceCalls(target.credentials(), ANSWER, from, to);
        var backLinks = target.backLinks();
        var batched = new PlainStore(calls, folder.resolve("batched"), BATCH);
        var perItem = new PlainStore(calls, folder.resolve("per-item"), 1)) {
      target.index().resume(SCENARIO.from());
      target.awaitIndexed(SCENARIO.from(), BACKLOG_TIMEOUT);
      var indexers =
          Map.<String, Turn>of("ldx", this::index, EACH, perItem::index, MANY, batched::index);
      var order = new ArrayList<>(indexers.keySet());
      var rates = new HashMap<String, List<Double>>();
      for (int round = 0; round <= ROUNDS; round++) {
        target.index().pause();
        // The first round does not count: in it code is compiled.
        var changed = change(calls, round, round == 0 ? ROUNDS * changes : changes);
        for (var name : order) {
          var rate = Objects.requireNonNull(indexers.get(name)).index(changed);
          if (round > 0) {
            rates.computeIfAbsent(name, _ -> new ArrayList<>()).add(rate);
          }
        }
        // Whoever is the first reads what nobody has read before.
        Collections.rotate(order, 1);
      }
      rates.forEach((name, all) -> outcome.quantity("changes-rate." + name, all));
      outcome.add(sameChanges(retrieved, changes));
      var index = new HashSet<Link>();
      for (var requirement : created.stream().map(Link::target).distinct().toList()) {
        index.addAll(backLinks.to(List.of(requirement)));
      }
      var predicate = SCENARIO.predicate();
      var held =
          Map.of("ldx", index, EACH, perItem.links(predicate), MANY, batched.links(predicate));
      outcome.add(sameLinks(created, held));
    } catch (IllegalStateException e) {
      outcome.add(new Check("same-changes", false, String.valueOf(e.getMessage())));
    } finally {
      FileTree.delete(folder);
    }
  }

  private List<String> change(ServiceCalls calls, int round, int number)
      throws IOException, SQLException, InterruptedException {
    var title = "Side by side, round " + round;
    var requirement = calls.create(target.factory(SCENARIO.to()), SCENARIO.newTarget(title));
    var changed = new ArrayList<String>();
    for (int i = 0; i < number; i++) {
      var item =
          calls.create(target.factory(SCENARIO.from()), SCENARIO.linked("[]", title, requirement));
      changed.add(item);
      created.add(new Link(item, SCENARIO.predicate(), requirement));
    }
    var feed = target.feed(SCENARIO.from());
    Waiting.until(
        "the changes of %s are in its feed".formatted(feed.application()),
        BACKLOG_TIMEOUT,
        () -> feed.unpublished() == 0);
    return changed;
  }

  private double index(List<String> changed) throws SQLException, InterruptedException {
    var began = Instant.now();
    target.index().resume(SCENARIO.from());
    target.awaitIndexed(SCENARIO.from(), BACKLOG_TIMEOUT);
    target.index().pause();
    var busy =
        target.index().intervals(SCENARIO.from(), began, Instant.now()).stream()
            .filter(it -> it.retrieved() > 0)
            .toList();
    retrieved.add(busy.stream().mapToLong(IndexDatabase.Interval::retrieved).sum());
    return IntervalCourse.rate(busy).orElse(0);
  }

  /**
   * Returns whether the index has read every change of each round that counts.
   *
   * @param retrieved by the index, round by round, the one that does not count first
   */
  static Check sameChanges(List<Long> retrieved, long changes) {
    var counted = retrieved.stream().skip(1).toList();
    return new Check(
        "same-changes",
        counted.size() == ROUNDS && counted.stream().allMatch(it -> it == changes),
        "%d rounds of %,d changes, of which the index read %s".formatted(ROUNDS, changes, counted));
  }

  /**
   * Returns whether the index and the plain stores hold the links that were created, and no other.
   */
  static Check sameLinks(Set<Link> created, Map<String, Set<Link>> held) {
    var wrong = new TreeMap<String, Set<Link>>(held);
    wrong.values().removeIf(created::equals);
    return new Check(
        "same-as-plain-store",
        wrong.isEmpty(),
        "%,d links were created%s"
            .formatted(
                created.size(),
                wrong.entrySet().stream()
                    .map(it -> {
                      var right = it.getValue().stream().filter(created::contains).count();
                      return "; %s holds %,d of them and %,d others"
                          .formatted(it.getKey(), right, it.getValue().size() - right);
                    })
                    .collect(joining())));
  }
}
