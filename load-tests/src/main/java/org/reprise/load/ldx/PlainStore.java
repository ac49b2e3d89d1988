package org.reprise.load.ldx;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.query.Dataset;
import org.apache.jena.system.Txn;
import org.apache.jena.tdb2.TDB2Factory;
import org.apache.jena.tdb2.sys.TDBInternal;
import org.reprise.load.clm.Link;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.localstack.FileTree;

/**
 * An index as one would write it first: fetches what has changed and stores each resource as a
 * graph of its URI in Jena TDB2 on disk, with one writer, for TDB2 allows one. It shares no code
 * with the index that is measured.
 */
final class PlainStore implements AutoCloseable {
  private final ServiceCalls calls;
  private final Path folder;
  private final int batch;
  private final Dataset dataset;

  /**
   * Creates an empty store.
   *
   * @param folder which is made, and removed in the end
   * @param batch how many resources share a commit
   */
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
                  links.add(new Link(it.getSubject().getURI(), predicate, it.getObject().getURI()));
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
