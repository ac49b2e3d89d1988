package org.reprise.load.ldx;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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
  private static final Scenario SCENARIO = Scenario.CCM_RM;
  private static final Duration ANSWER = Duration.ofSeconds(30);
  private static final Duration LONGEST_BACKLOG = Duration.ofMinutes(10);

  private final LdxTarget target;
  private final int changes;
  private final Set<Link> created = new LinkedHashSet<>();
  private final List<Long> retrieved = new ArrayList<>();

  SideBySide(LdxTarget target, int changes) {
    this.target = target;
    this.changes = changes;
  }

  private record Indexer(String name, Turn turn, List<Double> rates) {
    Indexer(String name, Turn turn) {
      this(name, turn, new ArrayList<>());
    }
  }

  /** Indexes what has changed; returns how many resources in a second. */
  private interface Turn {
    double index(List<String> changed) throws IOException, SQLException, InterruptedException;
  }

  /**
   * Does all rounds, and looks at what is stored then.
   *
   * @param folder for the plain stores, which is made and removed
   */
  void run(Path folder, Outcome outcome) throws IOException, SQLException, InterruptedException {
    var from = target.origin(SCENARIO.from());
    var to = target.origin(SCENARIO.to());
    try (var calls = new ServiceCalls(target.credentials(), ANSWER, from, to);
        var backLinks = target.backLinks();
        var batched = new PlainStore(calls, folder.resolve("batched"), BATCH);
        var perItem = new PlainStore(calls, folder.resolve("per-item"), 1)) {
      target.index().resume(SCENARIO.from());
      target.awaitIndexed(SCENARIO.from(), LONGEST_BACKLOG);
      var indexers =
          List.of(
              new Indexer("ldx", this::index),
              new Indexer("jena-per-item", perItem::index),
              new Indexer("jena-batched", batched::index));
      for (int round = 0; round <= ROUNDS; round++) {
        target.index().pause();
        // The first round does not count: in it code is compiled.
        var changed = change(calls, round, round == 0 ? ROUNDS * changes : changes);
        for (int i = 0; i < indexers.size(); i++) {
          // Whoever is the first reads what nobody has read before.
          var indexer = indexers.get((round + i) % indexers.size());
          var rate = indexer.turn().index(changed);
          if (round > 0) {
            indexer.rates().add(rate);
          }
        }
      }
      indexers.forEach(it -> outcome.quantity("changes-rate." + it.name(), it.rates()));
      outcome.add(sameChanges(retrieved, changes));
      var index = new HashSet<Link>();
      for (var requirement : created.stream().map(Link::target).distinct().toList()) {
        index.addAll(backLinks.to(List.of(requirement)));
      }
      outcome.add(same("per-item", created, index, perItem.links(SCENARIO.predicate())));
      outcome.add(same("batched", created, index, batched.links(SCENARIO.predicate())));
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
          calls.create(target.factory(SCENARIO.from()), SCENARIO.newLink(title, requirement));
      changed.add(item);
      created.add(new Link(item, SCENARIO.predicate(), requirement));
    }
    var feed = target.feed(SCENARIO.from());
    Waiting.until(
        "the changes of %s are in its feed".formatted(feed.application()),
        LONGEST_BACKLOG,
        () -> feed.unpublished() == 0);
    return changed;
  }

  private double index(List<String> changed) throws SQLException, InterruptedException {
    var began = Instant.now();
    target.index().resume(SCENARIO.from());
    target.awaitIndexed(SCENARIO.from(), LONGEST_BACKLOG);
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
   * Returns whether the index and a plain store hold every link that was created, and no other.
   *
   * @param name of the plain store, a part of the check's
   */
  static Check same(String name, Set<Link> created, Set<Link> index, Set<Link> plain) {
    return new Check(
        "same-as-plain-store." + name,
        created.equals(index) && created.equals(plain),
        "%,d links were created; of these the index holds %,d and Jena TDB2 %,d; others: %,d and %,d"
            .formatted(
                created.size(),
                common(created, index),
                common(created, plain),
                index.size() - common(created, index),
                plain.size() - common(created, plain)));
  }

  private static long common(Set<Link> created, Set<Link> held) {
    return held.stream().filter(created::contains).count();
  }
}
