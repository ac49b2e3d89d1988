package org.reprise.load.ldx;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.reprise.load.chaos.AcknowledgedWrites;
import org.reprise.load.clm.Link;
import org.reprise.load.clm.LinkCalls;
import org.reprise.load.clm.Scenario;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.deploy.Credentials;

/** Links that an application acknowledges: the index comes to know each of them. */
final class LinkWrites implements AcknowledgedWrites {
  private static final Scenario SCENARIO = Scenario.CCM_RM;
  private static final String TITLE = "Written beside faults";
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** More than two polls of the index. */
  private static final Duration INDEXED = Duration.ofMinutes(3);

  private static final Duration POLL = Duration.ofMillis(200);

  private final URI applications;
  private final ServiceCalls services;
  private final BackLinks index;
  private final String sources;
  private final String targets;

  LinkWrites(URI applications, URI index, Credentials credentials)
      throws IOException, InterruptedException {
    this.applications = applications;
    this.services = new ServiceCalls(credentials, LIMIT, applications);
    this.index = new BackLinks(index, credentials);
    this.sources =
        services.factories(applications, SCENARIO.from(), SCENARIO.fromType()).getFirst();
    this.targets = services.factories(applications, SCENARIO.to(), SCENARIO.toType()).getFirst();
  }

  @Override
  public String write(int number) throws IOException, InterruptedException {
    var source = create(sources, SCENARIO.fromType());
    var uri = location(source);
    var target = location(create(targets, SCENARIO.toType()));
    var linked =
        turtle(LinkCalls.at(applications.toString(), uri))
            .header("If-Match", source.headers().firstValue("ETag").orElseThrow())
            .PUT(BodyPublishers.ofString(SCENARIO.linked(uri, TITLE, target)));
    services.calls().send(linked, status -> status / 100 == 2);
    return new Link(uri, SCENARIO.predicate(), target).text();
  }

  private HttpResponse<String> create(String factory, String type)
      throws IOException, InterruptedException {
    var body = BodyPublishers.ofString(Scenario.created(type, TITLE));
    return services.calls().send(turtle(factory).POST(body), status -> status == 201);
  }

  private static HttpRequest.Builder turtle(String address) {
    return HttpRequest.newBuilder(URI.create(address)).header("Content-Type", "text/turtle");
  }

  private static String location(HttpResponse<String> created) {
    return created.headers().firstValue("Location").orElseThrow();
  }

  @Override
  public void require(String text) throws IOException, InterruptedException {
    var link = Link.of(text);
    var end = System.nanoTime() + INDEXED.toNanos();
    while (!index.to(List.of(link.target())).contains(link)) {
      if (System.nanoTime() - end > 0) {
        throw new IOException("the index does not know it after " + INDEXED.toSeconds() + " s");
      }
      Thread.sleep(POLL);
    }
  }

  @Override
  public void close() {
    services.close();
    index.close();
  }
}
