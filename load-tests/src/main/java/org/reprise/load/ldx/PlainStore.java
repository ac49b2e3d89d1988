package org.reprise.load.ldx;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.jena.query.Dataset;
import org.apache.jena.rdf.model.ModelFactory;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.system.Txn;
import org.apache.jena.tdb2.TDB2Factory;
import org.apache.jena.tdb2.sys.TDBInternal;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.stack.Credentials;
import org.reprise.localstack.FileTree;

/**
 * The same resources in a plain store of triples, Jena TDB2, on the disk of the run's results: what
 * an index without a store of its own would begin with. Each resource is a graph that is replaced.
 * Documents are fetched before, so that a rate holds parsing and storing alone.
 */
final class PlainStore implements AutoCloseable {
  /** Resources of a transaction where several share one. */
  static final int BATCH = 100;

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final Map<URI, String> documents;
  private final Path folder;
  private int stores;

  private PlainStore(Map<URI, String> documents, Path folder) throws IOException {
    this.documents = Collections.unmodifiableMap(new LinkedHashMap<>(documents));
    this.folder = folder;
    // Jena's classes are loaded and compiled before anything counts.
    perSecond(BATCH);
  }

  /**
   * Fetches resources.
   *
   * @param uris of them, at least one
   * @param folder for the stores, which is made and removed
   */
  static PlainStore of(List<URI> uris, Credentials credentials, Path folder)
      throws IOException, InterruptedException {
    var documents = new LinkedHashMap<URI, String>();
    try (var calls = new ServiceCalls(credentials, LIMIT)) {
      for (var uri : uris) {
        documents.put(uri, calls.get(uri));
      }
    }
    return new PlainStore(documents, folder);
  }

  /**
   * Resources in a second that are parsed and stored, into an empty store.
   *
   * @param batch how many of them share a transaction
   */
  double perSecond(int batch) throws IOException {
    var place = Files.createDirectories(folder.resolve("store-" + stores++));
    var dataset = TDB2Factory.connectDataset(place.toString());
    try {
      var uris = List.copyOf(documents.keySet());
      var begin = System.nanoTime();
      for (int from = 0; from < uris.size(); from += batch) {
        var some = uris.subList(from, Math.min(uris.size(), from + batch));
        Txn.executeWrite(dataset, () -> some.forEach(it -> store(dataset, it)));
      }
      return uris.size() * 1e9 / (System.nanoTime() - begin);
    } finally {
      TDBInternal.expel(dataset.asDatasetGraph());
    }
  }

  private void store(Dataset dataset, URI uri) {
    var model = ModelFactory.createDefaultModel();
    RDFParser.create()
        .fromString(documents.getOrDefault(uri, ""))
        .lang(Lang.TURTLE)
        .base(uri.toString())
        .parse(model);
    dataset.replaceNamedModel(uri.toString(), model);
  }

  @Override
  public void close() throws IOException {
    FileTree.delete(folder);
  }
}
