package org.reprise.load.ldx;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.query.Dataset;
import org.apache.jena.system.Txn;
import org.apache.jena.tdb2.TDB2Factory;
import org.apache.jena.tdb2.sys.TDBInternal;
import org.reprise.load.clm.Link;
import org.reprise.load.clm.Scenario;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.engine.Outcome;
import org.reprise.load.ldx.IndexDatabase.Interval;
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
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);
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
  private interface Indexer {
    double index(List<String> changed) throws IOException, SQLException, InterruptedException;
  }

  /** Does all rounds, and looks at what is stored then, in a folder that is made and removed. */
  void run(Path folder, Outcome outcome) throws IOException, SQLException, InterruptedException {
    var from = target.origin(SCENARIO.from());
    var to = target.origin(SCENARIO.to());
    try (var calls = new ServiceCalls(target.credentials(), RESPONSE_TIMEOUT, from, to);
        var backLinks = target.backLinks();
        var batched = new PlainStore(calls, folder.resolve("batched"), BATCH);
        var each = new PlainStore(calls, folder.resolve("per-item"), 1)) {
      target.index().resume(SCENARIO.from());
      target.awaitIndexed(SCENARIO.from(), BACKLOG_TIMEOUT);
      var indexers =
          new ArrayList<Map.Entry<String, Indexer>>(
              List.of(
                  Map.entry("ldx", this::index),
                  Map.entry(EACH, each::index),
                  Map.entry(MANY, batched::index)));
      var rates = new TreeMap<String, List<Double>>();
      for (int round = 0; round <= ROUNDS; round++) {
        target.index().pause();
        // The first round does not count: in it code is compiled.
        var changed = change(calls, round == 0 ? ROUNDS * changes : changes);
        for (var indexer : indexers) {
          var rate = indexer.getValue().index(changed);
          if (round > 0) {
            rates.computeIfAbsent(indexer.getKey(), _ -> new ArrayList<>()).add(rate);
          }
        }
        // Whoever is the first reads what nobody has read before.
        Collections.rotate(indexers, 1);
      }
      rates.forEach((name, all) -> outcome.quantity("changes-rate." + name, all));
      outcome.add(sameChanges(retrieved, changes));
      var index = new HashSet<Link>();
      // One after another: the index bounds the links of an answer.
      for (var requirement : created.stream().map(Link::target).distinct().toList()) {
        index.addAll(backLinks.to(List.of(requirement)));
      }
      var predicate = SCENARIO.predicate();
      outcome.add(
          sameLinks(
              created,
              Map.of("ldx", index, EACH, each.links(predicate), MANY, batched.links(predicate))));
    } catch (IllegalStateException e) {
      outcome.add(new Check("same-changes", false, String.valueOf(e.getMessage())));
    } finally {
      FileTree.delete(folder);
    }
  }

  private List<String> change(ServiceCalls calls, int number)
      throws IOException, SQLException, InterruptedException {
    var title = "Side by side";
    var requirement = calls.create(target.factory(SCENARIO.to()), SCENARIO.newTarget(title));
    var changed = new ArrayList<String>();
    for (int i = 0; i < number; i++) {
      var item =
          calls.create(target.factory(SCENARIO.from()), SCENARIO.linked("[]", title, requirement));
      changed.add(item);
      created.add(new Link(item, SCENARIO.predicate(), requirement));
    }
    var feed = target.feed(SCENARIO.from());
    IndexDatabase.await(
        "the changes of %s are in its feed".formatted(feed.application()),
        BACKLOG_TIMEOUT,
        IndexDatabase.LOOK,
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
    retrieved.add(busy.stream().mapToLong(Interval::retrieved).sum());
    return Interval.rate(busy).orElse(0);
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
        counted.equals(Collections.nCopies(ROUNDS, changes)),
        "%d rounds of %,d changes, of which the index read %s".formatted(ROUNDS, changes, counted));
  }

  /** Returns whether all hold the links that were created, and no other. */
  static Check sameLinks(Set<Link> created, Map<String, Set<Link>> held) {
    var wrong = new TreeMap<>(held);
    wrong.values().removeIf(created::equals);
    var detail = new StringBuilder("%,d links were created".formatted(created.size()));
    wrong.forEach((name, links) -> {
      var right = links.stream().filter(created::contains).count();
      detail.append(
          "; %s holds %,d of them and %,d others".formatted(name, right, links.size() - right));
    });
    return new Check("same-as-plain-store", wrong.isEmpty(), detail.toString());
  }

  /**
   * An index as one would write it first: fetches what has changed and stores each resource as a
   * graph of its URI in Jena TDB2 on disk, with one writer, for TDB2 allows one. It shares no code
   * with the index that is measured.
   */
  static final class PlainStore implements AutoCloseable {
    private final ServiceCalls calls;
    private final Path folder;
    private final int batch;
    private final Dataset dataset;

    /** Creates an empty store, of whose resources {@code batch} share a commit. */
    PlainStore(ServiceCalls calls, Path folder, int batch) throws IOException {
      this.calls = calls;
      this.folder = folder;
      this.batch = batch;
      FileTree.delete(folder);
      this.dataset = TDB2Factory.connectDataset(Files.createDirectories(folder).toString());
    }

    /** Indexes resources; returns how many in a second. */
    double index(List<String> resources) throws IOException, InterruptedException {
      var begin = System.nanoTime();
      var fetched = calls.answers(resources.stream().map(URI::create).toList());
      for (int from = 0; from < fetched.size(); from += batch) {
        var some = fetched.subList(from, Math.min(from + batch, fetched.size()));
        Txn.executeWrite(
            dataset,
            () ->
                some.forEach(it -> {
                  var uri = it.request().uri().toString();
                  dataset.replaceNamedModel(uri, ServiceCalls.model(uri, it.body()));
                }));
      }
      return resources.size() / ((System.nanoTime() - begin) / 1e9);
    }

    /** Returns the links with a predicate that stored resources have. */
    Set<Link> links(String predicate) {
      return Txn.calculateRead(
          dataset,
          () -> {
            var links = new HashSet<Link>();
            dataset
                .asDatasetGraph()
                .find(Node.ANY, Node.ANY, NodeFactory.createURI(predicate), Node.ANY)
                .forEachRemaining(it -> {
                  if (it.getSubject().equals(it.getGraph()) && it.getObject().isURI()) {
                    links.add(
                        new Link(it.getSubject().getURI(), predicate, it.getObject().getURI()));
                  }
                });
            return links;
          });
    }

    @Override
    public void close() {
      TDBInternal.expel(dataset.asDatasetGraph());
      FileTree.delete(folder);
    }
  }
}
