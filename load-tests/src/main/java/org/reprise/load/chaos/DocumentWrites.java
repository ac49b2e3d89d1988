package org.reprise.load.chaos;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.HttpCalls;

/** Documents of content-store, each with different content. */
public final class DocumentWrites implements AcknowledgedWrites {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int REPEATS = 1_000;

  private final URI origin;
  private final HttpCalls calls;

  public DocumentWrites(URI origin, Credentials credentials) {
    this.origin = origin;
    this.calls = new HttpCalls(credentials, LIMIT, origin);
  }

  private static String content(String name) {
    return (name + "\n").repeat(REPEATS);
  }

  @Override
  public String write(int number) throws IOException, InterruptedException {
    var name = "number-" + number;
    var body = BodyPublishers.ofString(content(name), StandardCharsets.UTF_8);
    var creation =
        HttpRequest.newBuilder(origin.resolve("/documents?name=" + name))
            .header("Content-Type", "text/plain")
            .POST(body);
    var answer = calls.send(creation, status -> status == 201);
    return answer.headers().firstValue("Location").orElseThrow() + " " + name;
  }

  @Override
  public void require(String key) throws IOException, InterruptedException {
    var document = key.substring(0, key.indexOf(' '));
    var request = HttpRequest.newBuilder(origin.resolve(document + "/content"));
    var found = calls.send(request, status -> status == 200).body();
    if (!found.equals(content(key.substring(document.length() + 1)))) {
      throw new IOException("its content is another one");
    }
  }

  @Override
  public void close() {
    calls.close();
  }
}
