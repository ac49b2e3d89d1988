package org.reprise.load.ldx;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.jena.query.Dataset;
import org.apache.jena.rdf.model.ModelFactory;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.system.Txn;
import org.apache.jena.tdb2.TDB2Factory;
import org.apache.jena.tdb2.sys.TDBInternal;
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

  private final List<Resource> resources;
  private final Path folder;
  private int stores;

  private record Resource(String uri, byte[] turtle) {}

  private PlainStore(List<Resource> resources, Path folder) {
    this.resources = List.copyOf(resources);
    this.folder = folder;
  }

  /**
   * Fetches resources.
   *
   * @param uris of them, at least one
   * @param folder for the stores, which is made and removed
   */
  static PlainStore of(List<URI> uris, Credentials credentials, Path folder)
      throws IOException, InterruptedException {
    var resources = new ArrayList<Resource>();
    try (var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      for (var uri : uris) {
        var answer =
            client.send(
                HttpRequest.newBuilder(uri)
                    .header("Authorization", credentials.basicHeader())
                    .header("Accept", "text/turtle")
                    .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) {
          throw new IOException("%s answered %d".formatted(uri, answer.statusCode()));
        }
        resources.add(new Resource(uri.toString(), answer.body()));
      }
    }
    return new PlainStore(resources, folder);
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
      var begin = System.nanoTime();
      for (int from = 0; from < resources.size(); from += batch) {
        var some = resources.subList(from, Math.min(resources.size(), from + batch));
        Txn.executeWrite(dataset, () -> some.forEach(it -> store(dataset, it)));
      }
      return resources.size() * 1e9 / (System.nanoTime() - begin);
    } finally {
      TDBInternal.expel(dataset.asDatasetGraph());
    }
  }

  private static void store(Dataset dataset, Resource resource) {
    var model = ModelFactory.createDefaultModel();
    RDFParser.create()
        .source(new ByteArrayInputStream(resource.turtle()))
        .lang(Lang.TURTLE)
        .base(resource.uri())
        .parse(model);
    dataset.replaceNamedModel(resource.uri(), model);
  }

  @Override
  public void close() throws IOException {
    FileTree.delete(folder);
  }
}
