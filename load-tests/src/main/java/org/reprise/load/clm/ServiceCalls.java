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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.reprise.load.stack.Credentials;

/** Calls of the services that a run has started, by their user. */
public final class ServiceCalls implements AutoCloseable {
  private static final String TURTLE = "text/turtle";
  private static final Duration CONNECT = Duration.ofSeconds(10);

  private static final int AT_ONCE = 6;

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          // The way to the newest base of a feed is one.
          .followRedirects(HttpClient.Redirect.NORMAL)
          // Its tasks never wait; a pool of threads would be a part of each time that is taken.
          .executor(Runnable::run)
          .connectTimeout(CONNECT)
          .build();
  private final Credentials credentials;
  private final Duration limit;

  /**
   * By a user.
   *
   * @param limit of an answer
   */
  public ServiceCalls(Credentials credentials, Duration limit) {
    this.credentials = credentials;
    this.limit = limit;
  }

  /** Gets a resource, as Turtle. */
  public String get(URI address) throws IOException, InterruptedException {
    return answer(address).body();
  }

  /** The same with the headers of the answer. */
  public HttpResponse<String> answer(URI address) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(address), 200);
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
    return send(HttpRequest.newBuilder(address), mediaType, 200).body();
  }

  /** Posts a document, as Turtle. */
  public String post(URI address, String turtle) throws IOException, InterruptedException {
    return send(posted(address, turtle), 200).body();
  }

  /** Puts nothing but the address. */
  void put(URI address) throws IOException, InterruptedException {
    var unused = send(HttpRequest.newBuilder(address).PUT(BodyPublishers.noBody()), 200);
  }

  /**
   * Has a resource made of a document.
   *
   * @param factory what makes it
   * @return its URI
   */
  public String create(URI factory, String turtle) throws IOException, InterruptedException {
    return send(posted(factory, turtle), 201)
        .headers()
        .firstValue("Location")
        .orElseThrow(() -> new IOException(factory + " answered without a Location"));
  }

  /**
   * Changes a resource: puts back what was read, edited.
   *
   * @param edit of its document, as Turtle
   */
  public void change(URI address, UnaryOperator<String> edit)
      throws IOException, InterruptedException {
    var read = answer(address);
    var tag =
        read.headers()
            .firstValue("ETag")
            .orElseThrow(() -> new IOException(address + " answered without an ETag"));
    var unused =
        send(
            HttpRequest.newBuilder(address)
                .header("Content-Type", TURTLE)
                .header("If-Match", tag)
                .PUT(BodyPublishers.ofString(edit.apply(read.body()))),
            204);
  }

  private static HttpRequest.Builder posted(URI address, String turtle) {
    return HttpRequest.newBuilder(address)
        .header("Content-Type", TURTLE)
        .POST(BodyPublishers.ofString(turtle));
  }

  private HttpResponse<String> send(HttpRequest.Builder request, int expected)
      throws IOException, InterruptedException {
    return send(request, TURTLE + ", application/json;q=0.5", expected);
  }

  private HttpResponse<String> send(HttpRequest.Builder request, String accept, int expected)
      throws IOException, InterruptedException {
    var sent =
        request
            .timeout(limit)
            .header("Authorization", credentials.basicHeader())
            .header("Accept", accept)
            .build();
    var answer = client.send(sent, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != expected) {
      throw new IOException(
          "%s answered %d: %s".formatted(sent.uri(), answer.statusCode(), answer.body()));
    }
    return answer;
  }

  @Override
  public void close() {
    client.close();
  }
}
