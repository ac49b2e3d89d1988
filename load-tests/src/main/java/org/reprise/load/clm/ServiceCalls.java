package org.reprise.load.clm;

import static org.apache.jena.rdf.model.ResourceFactory.createProperty;
import static org.apache.jena.rdf.model.ResourceFactory.createResource;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.ModelFactory;
import org.apache.jena.rdf.model.RDFNode;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.HttpCalls;
import org.reprise.load.deploy.Origin;

/** Calls of the measured services, by their user. */
public record ServiceCalls(HttpCalls calls) implements AutoCloseable {
  private static final String TURTLE = "text/turtle";
  private static final String RDF = TURTLE + ", application/rdf+xml;q=0.5";
  private static final String CORE = "http://open-services.net/ns/core#";
  private static final int AT_ONCE = 6;

  /** Limits each exchange, and refuses URIs of other origins. */
  public ServiceCalls(Credentials credentials, Duration limit, URI... origins) {
    this(new HttpCalls(credentials, limit, origins));
  }

  public static Model model(String uri, String turtle) {
    var model = ModelFactory.createDefaultModel();
    RDFParser.create().fromString(turtle).base(uri).lang(Lang.TURTLE).parse(model);
    return model;
  }

  /** Returns an application's creation factories for a type (OSLC Core), by its root services. */
  public List<String> factories(URI origin, String application, String type)
      throws IOException, InterruptedException {
    var root = model(answers(List.of(origin.resolve("/" + application + "/rootservices"))));
    var catalogs =
        root.listStatements()
            .filterKeep(it -> it.getPredicate().getURI().endsWith("ServiceProviders"))
            .mapWith(it -> at(origin, it.getResource()))
            .toSet();
    var providers =
        model(answers(List.copyOf(catalogs)))
            .listObjectsOfProperty(createProperty(CORE + "serviceProvider"))
            .mapWith(it -> at(origin, it))
            .toList();
    var uris =
        model(answers(providers))
            .listSubjectsWithProperty(createProperty(CORE + "resourceType"), createResource(type))
            .mapWith(it -> it.getPropertyResourceValue(createProperty(CORE + "creation")))
            .filterKeep(Objects::nonNull)
            .mapWith(it -> at(origin, it).toString())
            .toList();
    if (uris.isEmpty()) {
      throw new IOException("%s creates no %s at %s".formatted(application, type, origin));
    }
    return uris.stream().sorted().toList();
  }

  private static URI at(URI origin, RDFNode resource) {
    return URI.create(LinkCalls.at(Origin.of(origin), resource.toString()));
  }

  private static Model model(List<HttpResponse<String>> answers) {
    var all = ModelFactory.createDefaultModel();
    for (var it : answers) {
      var type = it.headers().firstValue("Content-Type").orElse(TURTLE).replaceAll(";.*", "");
      RDFParser.create()
          .fromString(it.body())
          .base(it.uri().toString())
          .lang(type.endsWith("xml") ? Lang.RDFXML : Lang.TURTLE)
          .parse(all);
    }
    return all;
  }

  /** Gets resources as RDF, some at once; returns the answers in the order of the addresses. */
  public List<HttpResponse<String>> answers(List<URI> addresses)
      throws IOException, InterruptedException {
    try (var callers = Executors.newFixedThreadPool(AT_ONCE)) {
      var reads =
          addresses.stream().<Callable<HttpResponse<String>>>map(it -> () -> get(it, RDF)).toList();
      var answers = new ArrayList<HttpResponse<String>>();
      for (var call : callers.invokeAll(reads)) {
        answers.add(call.get());
      }
      return answers;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException fault ? fault : new IOException(e.getCause());
    }
  }

  public HttpResponse<String> get(URI address, String mediaType)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(address).header("Accept", mediaType);
    return calls.send(request, status -> status == 200);
  }

  public void post(URI address) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(address)
            .header("Accept", "application/json")
            .header("Content-Type", TURTLE)
            .POST(BodyPublishers.ofString(""));
    calls.send(request, status -> status == 200);
  }

  @Override
  public void close() {
    calls.close();
  }
}
