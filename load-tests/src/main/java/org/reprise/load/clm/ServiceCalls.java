package org.reprise.load.clm;

import static org.apache.jena.rdf.model.ResourceFactory.createProperty;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.ModelFactory;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.HttpCalls;

/** Calls of the services that a run has started, by their user. */
public final class ServiceCalls implements AutoCloseable {
  private static final String TURTLE = "text/turtle";
  private static final int AT_ONCE = 6;

  private final HttpCalls calls;

  /** Limits each exchange, and refuses URIs of other origins. */
  public ServiceCalls(Credentials credentials, Duration limit, URI... origins) {
    this.calls = new HttpCalls(credentials, limit, origins);
  }

  public static Model model(String uri, String turtle) {
    var model = ModelFactory.createDefaultModel();
    RDFParser.create().fromString(turtle).base(uri).lang(Lang.TURTLE).parse(model);
    return model;
  }

  /** Returns how many project areas an application has, as its catalog lists them (OSLC Core). */
  public int projects(URI origin, String application) throws IOException, InterruptedException {
    var catalog = origin.resolve("/" + application + "/oslc/catalog");
    return model(catalog.toString(), get(catalog, TURTLE))
        .listObjectsOfProperty(createProperty("http://open-services.net/ns/core#serviceProvider"))
        .toList()
        .size();
  }

  public String get(URI address, String mediaType) throws IOException, InterruptedException {
    return read(address, mediaType).body();
  }

  /** Gets resources as Turtle, some at once; returns the answers in the order of the addresses. */
  public List<HttpResponse<String>> answers(List<URI> addresses)
      throws IOException, InterruptedException {
    try (var callers = Executors.newFixedThreadPool(AT_ONCE)) {
      var reads =
          addresses.stream()
              .<Callable<HttpResponse<String>>>map(it -> () -> read(it, TURTLE))
              .toList();
      var answers = new ArrayList<HttpResponse<String>>();
      for (var call : callers.invokeAll(reads)) {
        answers.add(call.get());
      }
      return answers;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException fault ? fault : new IOException(e.getCause());
    }
  }

  private HttpResponse<String> read(URI address, String accept)
      throws IOException, InterruptedException {
    return calls.send(
        HttpRequest.newBuilder(address).header("Accept", accept), status -> status == 200);
  }

  /** Posts nothing, and returns when that is answered. */
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
