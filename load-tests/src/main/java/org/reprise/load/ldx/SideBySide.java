package org.reprise.load.ldx;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reprise.load.clm.Link;
import org.reprise.load.clm.Scenario;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.clm.Waiting;
import org.reprise.load.engine.Outcome;
import org.reprise.load.measure.Check;
import org.reprise.load.triplestore.PlainIndexer;
import org.reprise.load.triplestore.PlainIndexer.Indexed;
import org.reprise.localstack.FileTree;

/**
 * The same changes of one application, indexed by the index and by a plain store of triples (Jena
 * TDB2) with a commit for each resource and with one for many: some rounds, in each of which
 * changes are made and read by one after the other. All of them read the same feed over HTTP, with
 * the same number of threads, and tell their rate by their own clock, the look at the feed
 * included.
 */
final class SideBySide {
  /** So many tell how far a rate varies. */
  static final int ROUNDS = 4;

  private static final int BATCH = 100;
  private static final int THREADS = 2;
  private static final Scenario SCENARIO = Scenario.CCM_RM;
  private static final Duration ANSWER = Duration.ofSeconds(30);
  private static final Duration LONGEST_BACKLOG = Duration.ofMinutes(10);

  private final LdxTarget target;
  private final int changes;
  private final Set<Link> created = new LinkedHashSet<>();
  private final Map<String, List<Indexed>> indexed = new LinkedHashMap<>();

  SideBySide(LdxTarget target, int changes) {
    this.target = target;
    this.changes = changes;
  }

  private record Indexer(String name, Turn turn) {}

  /** Indexes what has changed. */
  private interface Turn {
    Indexed index() throws IOException, SQLException, InterruptedException;
  }

  /**
   * Does all rounds, and looks at what is stored then.
   *
   * @param folder for the plain stores, which is made and removed
   */
  void run(Path folder, Outcome outcome) throws IOException, SQLException, InterruptedException {
    var from = target.origin(SCENARIO.from());
    var to = target.origin(SCENARIO.to());
    var trs = from.resolve("/" + SCENARIO.from() + "/trs");
    try (var calls = new ServiceCalls(target.credentials(), ANSWER, from, to);
        var backLinks = target.backLinks();
        var batched = new PlainIndexer(calls, trs, folder.resolve("batched"), THREADS, BATCH);
        var perItem = new PlainIndexer(calls, trs, folder.resolve("per-item"), THREADS, 1)) {
      target.index().resume(SCENARIO.from());
      target.awaitIndexed(SCENARIO.from(), LONGEST_BACKLOG);
      batched.skip();
      perItem.skip();
      var indexers =
          new ArrayList<>(
              List.of(
                  new Indexer("ldx", this::index),
                  new Indexer("jena-per-item", perItem::follow),
                  new Indexer("jena-batched", batched::follow)));
      for (int round = 0; round <= ROUNDS; round++) {
        target.index().pause();
        // The first round does not count: in it code is compiled.
        change(calls, round, round == 0 ? ROUNDS * changes : changes);
        for (var indexer : indexers) {
          var done = indexer.turn().index();
          if (round > 0) {
            indexed.computeIfAbsent(indexer.name(), _ -> new ArrayList<>()).add(done);
          }
        }
        // Whoever is the first reads what nobody has read before.
        Collections.rotate(indexers, 1);
      }
      indexed.forEach((name, rounds) ->
          outcome.quantity(
              "changes-rate." + name,
              rounds.stream().filter(it -> it.seconds() > 0).map(Indexed::rate).toList()));
      outcome.add(sameChanges(indexed, changes));
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

  private void change(ServiceCalls calls, int round, int number)
      throws IOException, SQLException, InterruptedException {
    var title = "Side by side, round " + round;
    var applications = target.applications();
    var requirement = calls.create(applications.factory(SCENARIO.to()), SCENARIO.newTarget(title));
    for (int i = 0; i < number; i++) {
      var item =
          calls.create(applications.factory(SCENARIO.from()), SCENARIO.newLink(title, requirement));
      created.add(new Link(item, SCENARIO.predicate(), requirement));
    }
    var feed = applications.feed(SCENARIO.from());
    Waiting.until(
        "the changes of %s are in its feed".formatted(feed.application()),
        LONGEST_BACKLOG,
        () -> feed.unpublished() == 0);
  }

  /** The turn of the index; how long it took says its own log. */
  private Indexed index() throws SQLException, InterruptedException {
    var began = Instant.now();
    target.index().resume(SCENARIO.from());
    target.awaitIndexed(SCENARIO.from(), LONGEST_BACKLOG);
    target.index().pause();
    var intervals = target.index().intervals(SCENARIO.from(), began, Instant.now());
    var busy = intervals.stream().filter(it -> it.retrieved() > 0).toList();
    return new Indexed(
        busy.stream().mapToInt(it -> (int) it.retrieved()).sum(),
        busy.stream().mapToLong(it -> it.duration().toMillis()).sum() / 1e3);
  }

  /**
   * Whether all have read every change of each round.
   *
   * @param indexed by whom, round by round
   */
  static Check sameChanges(Map<String, List<Indexed>> indexed, int changes) {
    var others =
        indexed.entrySet().stream()
            .filter(it ->
                it.getValue().size() != ROUNDS
                    || it.getValue().stream().anyMatch(round -> round.resources() != changes))
            .map(it ->
                "%s read %s"
                    .formatted(
                        it.getKey(), it.getValue().stream().map(Indexed::resources).toList()))
            .toList();
    return new Check(
        "same-changes",
        others.isEmpty(),
        "%d rounds of %,d changes%s"
            .formatted(
                ROUNDS,
                changes,
                others.isEmpty()
                    ? ", each read by the index and by both plain stores"
                    : ": " + String.join(", ", others)));
  }

  /**
   * Whether the index and a plain store hold every link that was created, and no other.
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
