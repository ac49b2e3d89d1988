package org.reprise.load.chaos;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.HttpCalls;

/** Components of global configurations, each with its initial baseline. */
public final class ComponentWrites implements AcknowledgedWrites {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String TITLE = "Number ";

  private final URI origin;
  private final HttpCalls calls;

  public ComponentWrites(URI origin, Credentials credentials) {
    this.origin = origin;
    this.calls = new HttpCalls(credentials, LIMIT, origin);
  }

  @Override
  public String write(int number) throws IOException, InterruptedException {
    var body = "<> <http://purl.org/dc/terms/title> \"" + TITLE + number + "\" .";
    var creation =
        HttpRequest.newBuilder(origin.resolve("/gc/component"))
            .header("Content-Type", "text/turtle")
            .POST(BodyPublishers.ofString(body));
    var answer = calls.send(creation, status -> status == 201);
    return answer.headers().firstValue("Location").orElseThrow() + " " + TITLE + number;
  }

  @Override
  public void require(String key) throws IOException, InterruptedException {
    var title = key.indexOf(TITLE);
    var request =
        HttpRequest.newBuilder(URI.create(key.substring(0, title - 1)))
            .header("Accept", "text/turtle");
    if (!calls
        .send(request, status -> status == 200)
        .body()
        .contains('"' + key.substring(title) + '"')) {
      throw new IOException("its title is another one");
    }
  }

  @Override
  public void close() {
    calls.close();
  }
}
