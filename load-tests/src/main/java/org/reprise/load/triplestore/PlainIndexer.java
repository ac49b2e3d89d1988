package org.reprise.load.triplestore;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.query.Dataset;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.ModelFactory;
import org.apache.jena.rdf.model.Property;
import org.apache.jena.rdf.model.RDFNode;
import org.apache.jena.rdf.model.Resource;
import org.apache.jena.rdf.model.ResourceFactory;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.system.Txn;
import org.apache.jena.tdb2.TDB2Factory;
import org.apache.jena.tdb2.sys.TDBInternal;
import org.jspecify.annotations.Nullable;
import org.reprise.load.clm.Link;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.localstack.FileTree;

/**
 * An index as one would write it first. It reads the change log of a tracked resource set (OSLC TRS
 * 3.0) from the newest event back to the last one that it knows, fetches what was changed with some
 * threads, and stores each resource as a graph of its URI in Jena TDB2 on disk, with one writer,
 * for TDB2 allows one. It shares no code with the index that is measured. A resource that was
 * deleted is an error: the changes that it is given have none.
 */
public final class PlainIndexer implements AutoCloseable {
  /** Resources that are fetched, or being fetched, and not yet stored. */
  private static final int AHEAD = 200;

  private static final Property LOG = property("changeLog");
  private static final Property PREVIOUS = property("previous");
  private static final Property CHANGE = property("change");
  private static final Property CHANGED = property("changed");
  private static final Property ORDER = property("order");

  private final ServiceCalls calls;
  private final URI trs;
  private final Path folder;
  private final int batch;
  private final Dataset dataset;
  private final ExecutorService fetchers;
  private @Nullable String newest;

  /**
   * Creates an indexer with an empty store.
   *
   * @param trs URI of the tracked resource set
   * @param folder of the store, which is made, and removed in the end
   * @param threads that fetch and parse
   * @param batch how many resources share a commit
   */
  public PlainIndexer(ServiceCalls calls, URI trs, Path folder, int threads, int batch)
      throws IOException {
    this.calls = calls;
    this.trs = trs;
    this.folder = folder;
    this.batch = batch;
    FileTree.delete(folder);
    this.dataset = TDB2Factory.connectDataset(Files.createDirectories(folder).toString());
    this.fetchers = Executors.newFixedThreadPool(threads);
  }

  /**
   * What was indexed.
   *
   * @param seconds from the first look at the feed to the last commit
   */
  public record Indexed(int resources, double seconds) {
    /** Resources by second. */
    public double rate() {
      return resources / seconds;
    }
  }

  private record Event(String uri, long order, String changed) {}

  private record Content(String uri, Model model) {}

  /** Skips all changes so far. */
  public void skip() throws IOException, InterruptedException {
    var head = read(trs);
    newest =
        events(head, object(head, null, LOG)).stream().findFirst().map(Event::uri).orElse(null);
  }

  /** Indexes what has changed since the last time. */
  public Indexed follow() throws IOException, InterruptedException {
    var begin = System.nanoTime();
    var changed = changed();
    index(changed);
    return new Indexed(changed.size(), (System.nanoTime() - begin) / 1e9);
  }

  /** URIs of the resources that have changed, each once, by its latest event, the oldest first. */
  private Collection<String> changed() throws IOException, InterruptedException {
    var known = newest;
    var changed = new LinkedHashSet<String>();
    var part = read(trs);
    var log = object(part, null, LOG);
    while (log.isPresent()) {
      for (var event : events(part, log)) {
        if (event.uri().equals(known)) {
          return changed.reversed();
        }
        newest = changed.isEmpty() ? event.uri() : newest;
        changed.add(event.changed());
      }
      log = object(part, ResourceFactory.createResource(log.get()), PREVIOUS);
      if (log.isPresent()) {
        part = read(URI.create(log.get()));
      }
    }
    if (known != null) {
      throw new IOException("the log of %s does not go back to %s".formatted(trs, known));
    }
    return changed.reversed();
  }

  /** The events of a part of the log, the newest first. */
  private static List<Event> events(Model part, Optional<String> log) throws IOException {
    var uri = log.orElseThrow(() -> new IOException("the feed has no change log"));
    return part
        .listObjectsOfProperty(ResourceFactory.createResource(uri), CHANGE)
        .mapWith(RDFNode::asResource)
        .mapWith(it ->
            new Event(
                it.getURI(),
                it.getRequiredProperty(ORDER).getLong(),
                it.getRequiredProperty(CHANGED).getResource().getURI()))
        .toList()
        .stream()
        .sorted(Comparator.comparingLong(Event::order).reversed())
        .toList();
  }

  private void index(Collection<String> resources) throws IOException, InterruptedException {
    var pending = new ArrayDeque<Future<Content>>();
    var fetched = new ArrayList<Content>();
    var left = resources.iterator();
    while (left.hasNext() || !pending.isEmpty()) {
      while (left.hasNext() && pending.size() < AHEAD) {
        var uri = left.next();
        pending.add(fetchers.submit(() -> new Content(uri, read(URI.create(uri)))));
      }
      fetched.add(result(pending.remove()));
      if (fetched.size() == batch || pending.isEmpty()) {
        Txn.executeWrite(
            dataset, () -> fetched.forEach(it -> dataset.replaceNamedModel(it.uri(), it.model())));
        fetched.clear();
      }
    }
  }

  private static Content result(Future<Content> fetched) throws IOException, InterruptedException {
    try {
      return fetched.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException fault ? fault : new IOException(e.getCause());
    }
  }

  private Model read(URI address) throws IOException, InterruptedException {
    var model = ModelFactory.createDefaultModel();
    RDFParser.create()
        .fromString(calls.get(address))
        .lang(Lang.TURTLE)
        .base(address.toString())
        .parse(model);
    return model;
  }

  private static Property property(String name) {
    return ResourceFactory.createProperty("http://open-services.net/ns/core/trs#", name);
  }

  private static Optional<String> object(
      Model model, @Nullable Resource subject, Property property) {
    return model.listStatements(subject, property, (RDFNode) null).toList().stream()
        .map(it -> it.getResource().getURI())
        .findFirst();
  }

  /** Returns the links with a predicate that stored resources have. */
  public Set<Link> links(String predicate) {
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
    fetchers.shutdownNow();
    TDBInternal.expel(dataset.asDatasetGraph());
    FileTree.delete(folder);
  }
}
