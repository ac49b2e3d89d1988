package org.reprise.load.triplestore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.jena.query.Dataset;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.system.Txn;
import org.apache.jena.tdb2.TDB2Factory;
import org.apache.jena.tdb2.sys.TDBInternal;
import org.jspecify.annotations.Nullable;
import org.reprise.load.clm.Link;
import org.reprise.localstack.FileTree;

/** A plain store of triples, Jena TDB2, on disk: each resource is a graph of its URI. */
public final class PlainStore implements AutoCloseable {
  private final Path folder;
  private final Dataset dataset;

  /**
   * Begins an empty one.
   *
   * @param folder which is made, and removed in the end
   */
  PlainStore(Path folder) throws IOException {
    this.folder = folder;
    FileTree.delete(folder);
    this.dataset = TDB2Factory.connectDataset(Files.createDirectories(folder).toString());
  }

  /**
   * What is stored of a resource.
   *
   * @param content all that its server says; null where it has been deleted
   */
  record Content(String uri, @Nullable Model content) {}

  /** Stores some resources in a transaction, which is on disk when this comes back. */
  void commit(List<Content> some) {
    Txn.executeWrite(dataset, () -> some.forEach(this::replace));
  }

  private void replace(Content it) {
    var model = it.content();
    if (model == null) {
      dataset.removeNamedModel(it.uri());
    } else {
      dataset.replaceNamedModel(it.uri(), model);
    }
  }

  /** The URIs of all resources. */
  public Set<String> resources() {
    return Txn.calculateRead(
        dataset,
        () -> {
          var uris = new HashSet<String>();
          dataset.listModelNames().forEachRemaining(it -> uris.add(it.getURI()));
          return uris;
        });
  }

  /**
   * The links of all resources, which are not versions of others.
   *
   * @param predicates what is a link
   */
  public Set<Link> links(Set<String> predicates) {
    return Txn.calculateRead(
        dataset,
        () -> {
          var links = new HashSet<Link>();
          dataset
              .asDatasetGraph()
              .find()
              .forEachRemaining(it -> {
                if (it.getSubject().equals(it.getGraph())
                    && it.getObject().isURI()
                    && predicates.contains(it.getPredicate().getURI())) {
                  links.add(
                      new Link(
                          it.getSubject().getURI(),
                          it.getPredicate().getURI(),
                          it.getObject().getURI()));
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
