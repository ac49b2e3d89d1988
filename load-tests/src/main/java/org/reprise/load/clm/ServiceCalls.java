package org.reprise.load.clm;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.HttpCalls;

/** Calls of the services that a run has started, by their user. */
public final class ServiceCalls implements AutoCloseable {
  private static final String TURTLE = "text/turtle";
  private static final String RDF = TURTLE + ", application/json;q=0.5";
  private static final int AT_ONCE = 6;
  private static final int MAX_REDIRECTS = 5;
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  private final HttpCalls calls;

  /** Limits each exchange, and refuses URIs and redirects that lead to other origins. */
  public ServiceCalls(Credentials credentials, Duration limit, URI... origins) {
    // Its tasks never wait; a pool of threads would be a part of each time that is taken.
    var client = HttpClient.newBuilder().executor(Runnable::run);
    this.calls = new HttpCalls(client, credentials, limit, List.of(origins));
  }

  /** Gets a resource, as Turtle. */
  public String get(URI address) throws IOException, InterruptedException {
    return answer(address).body();
  }

  public HttpResponse<String> answer(URI address) throws IOException, InterruptedException {
    return read(address, RDF);
  }

  /**
   * The same of many resources, some at once.
   *
   * @return the answers in their order
   */
  public List<HttpResponse<String>> answers(List<URI> addresses)
      throws IOException, InterruptedException {
    try (var callers = Executors.newFixedThreadPool(AT_ONCE)) {
      var calls =
          callers.invokeAll(
              addresses.stream()
                  .<Callable<HttpResponse<String>>>map(it -> () -> answer(it))
                  .toList());
      var answers = new ArrayList<HttpResponse<String>>();
      for (var call : calls) {
        answers.add(call.get());
      }
      return answers;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException fault ? fault : new IOException(e.getCause());
    }
  }

  /** Gets what is no RDF. */
  public String get(URI address, String mediaType) throws IOException, InterruptedException {
    return read(address, mediaType).body();
  }

  /** Posts a document, as Turtle. */
  public String post(URI address, String turtle) throws IOException, InterruptedException {
    return posted(address, turtle, 200).body();
  }

  /**
   * Has a resource made of a document.
   *
   * @return its URI
   */
  public String create(URI factory, String turtle) throws IOException, InterruptedException {
    return posted(factory, turtle, 201)
        .headers()
        .firstValue("Location")
        .orElseThrow(() -> new IOException(factory + " answered without a Location"));
  }

  private HttpResponse<String> posted(URI address, String turtle, int expected)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(address)
            .header("Accept", RDF)
            .header("Content-Type", TURTLE)
            .POST(BodyPublishers.ofString(turtle));
    return calls.send(request, status -> status == expected);
  }

  /** Follows redirects, as to the newest base of a feed; each must stay with the origins. */
  private HttpResponse<String> read(URI address, String accept)
      throws IOException, InterruptedException {
    var at = address;
    for (int i = 0; i <= MAX_REDIRECTS; i++) {
      var answer =
          calls.send(
              HttpRequest.newBuilder(at).header("Accept", accept),
              status -> status == 200 || REDIRECTS.contains(status));
      if (answer.statusCode() == 200) {
        return answer;
      }
      at = at.resolve(answer.headers().firstValue("Location").orElse(""));
    }
    throw new IOException("%s: more than %d redirects".formatted(address, MAX_REDIRECTS));
  }

  @Override
  public void close() {
    calls.close();
  }
}
