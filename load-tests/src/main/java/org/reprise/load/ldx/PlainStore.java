package org.reprise.load.ldx;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import org.apache.jena.atlas.iterator.Iter;
import org.apache.jena.query.Dataset;
import org.apache.jena.system.Txn;
import org.apache.jena.tdb2.TDB2Factory;
import org.apache.jena.tdb2.sys.TDBInternal;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.Link;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.engine.Outcome;
import org.reprise.load.measure.Check;
import org.reprise.localstack.process.FileTree;

/**
 * An index as one would write it first: fetches resources over HTTP and stores each as a graph of
 * its URI in Jena TDB2 on disk, with one writer, for TDB2 allows one. It shares no code with the
 * index that is measured.
 */
final class PlainStore implements AutoCloseable {
  static final int ROUNDS = 4;
  private static final int BATCH = 100;
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);

  private final ServiceCalls calls;
  private final Path folder;
  private final int batch;
  private final Dataset dataset;
  private final List<Double> rates = new ArrayList<>();

  /** Creates an empty store in a folder of its own, so many of whose resources share a commit. */
  PlainStore(ServiceCalls calls, Path folder, int batch) throws IOException {
    this.calls = calls;
    this.folder = folder;
    this.batch = batch;
    FileTree.delete(folder);
    this.dataset = TDB2Factory.connectDataset(Files.createDirectories(folder).toString());
  }

  /**
   * Stores work items that are in the index, with a commit for each and with one for many: some
   * rounds, in each of which one store after the other reads the same items. At the end both must
   * hold the links that the index holds.
   */
  static void compare(
      Deployment deployment, IndexDatabase index, int items, Path folder, Outcome outcome)
      throws IOException, SQLException, InterruptedException {
    var links = index.linksOf(Applications.CCM, 2 * ROUNDS * items);
    var resources = links.stream().map(Link::source).distinct().toList();
    var origin = deployment.origin(Applications.CCM);
    try (var calls = new ServiceCalls(deployment.credentials(), RESPONSE_TIMEOUT, origin);
        var each = new PlainStore(calls, folder.resolve("jena-per-item"), 1);
        var many = new PlainStore(calls, folder.resolve("jena-batched"), BATCH)) {
      // The first half does not count: in it code is compiled.
      var half = resources.size() / 2;
      var stores = new ArrayList<>(List.of(each, many));
      for (var store : stores) {
        store.index(resources.subList(0, half));
      }
      var size = half / ROUNDS;
      var from = half;
      for (; size > 0 && from + size <= resources.size(); from += size) {
        for (var store : stores) {
          store.rates.add(store.index(resources.subList(from, from + size)));
        }
        // Whoever is the first reads what nobody has read before.
        Collections.rotate(stores, 1);
      }
      // What did not make a whole round belongs to what both must hold.
      for (var store : stores) {
        store.index(resources.subList(from, resources.size()));
      }
      outcome.quantity("store-rate.jena-per-item", each.rates);
      outcome.quantity("store-rate.jena-batched", many.rates);
      outcome.add(sameLinks(links, each, many));
    } finally {
      FileTree.delete(folder);
    }
  }

  static Check sameLinks(Set<Link> links, PlainStore... stores) {
    var predicates = links.stream().map(Link::predicate).collect(Collectors.toSet());
    var detail = new StringBuilder("the index holds %,d links".formatted(links.size()));
    var same = !links.isEmpty();
    for (var store : stores) {
      var held = store.links(predicates);
      var right = held.stream().filter(links::contains).count();
      detail.append(
          "; with a commit for %d the plain store holds %,d of them and %,d others"
              .formatted(store.batch, right, held.size() - right));
      same &= held.equals(links);
    }
    return new Check("same-as-plain-store", same, detail.toString());
  }

  double index(List<String> resources) throws IOException, InterruptedException {
    var begin = System.nanoTime();
    var fetched = calls.answers(resources.stream().map(URI::create).toList());
    for (var some : fetched.stream().gather(Gatherers.windowFixed(batch)).toList()) {
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

  Set<Link> links(Collection<String> predicates) {
    return Txn.calculateRead(
        dataset,
        () ->
            Iter.asStream(dataset.listModelNames())
                .flatMap(graph ->
                    Link.in(dataset.getNamedModel(graph)).stream()
                        .filter(it -> it.source().equals(graph.getURI())))
                .filter(it -> predicates.contains(it.predicate()))
                .collect(Collectors.toSet()));
  }

  @Override
  public void close() {
    TDBInternal.expel(dataset.asDatasetGraph());
    FileTree.delete(folder);
  }
}
