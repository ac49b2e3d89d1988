package org.reprise.load.ldx;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Gatherers;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.reprise.load.clm.Link;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.generator.LeanConnection;

/** Asks the index for the links that point to artifacts, as the report's applications do. */
record BackLinks(URI address, Credentials credentials, LeanConnection connection)
    implements AutoCloseable {
  /** Artifacts in one request; the index allows ten times as many. */
  private static final int PIECE = 1_000;

  private static final ContentType TURTLE =
      ContentType.create("text/turtle", StandardCharsets.UTF_8);

  private static final String DOCUMENT =
      """
      @prefix oslc_ldm: <http://open-services.net/ns/ldm#> .
      [] a oslc_ldm:LinkDiscoveryRequest ; oslc_ldm:resources %s ; oslc_ldm:direction "incoming" .
      """;

  /** Identifies that error among others of the same status (OSLC Link Discovery Management 1.0). */
  private static final String BAD_OBJECT_REQUEST = "BadObjectRequest";

  /** The index has versions of an artifact and answers within a configuration alone. */
  static final class ConfigurationRequired extends IOException {
    private static final long serialVersionUID = 1L;

    ConfigurationRequired(String message) {
      super(message);
    }
  }

  BackLinks(URI index, Credentials credentials) {
    this(
        index.resolve("/discover-links"),
        credentials,
        new LeanConnection(index, Duration.ofSeconds(30)));
  }

  Set<Link> to(Collection<String> targets) throws IOException {
    var links = new LinkedHashSet<Link>();
    for (var piece : targets.stream().gather(Gatherers.windowFixed(PIECE)).toList()) {
      links.addAll(Link.in(ServiceCalls.model("", ask(piece))));
    }
    return links;
  }

  /** Asks for the links to one artifact, so that the time is the service's; fails without one. */
  void toOne(String target) throws IOException {
    var answer = ask(List.of(target));
    if (!answer.contains("<" + target + ">")) {
      throw new IOException("the index knows no link to %s: %s".formatted(target, answer));
    }
  }

  private String ask(List<String> targets) throws IOException {
    var resources = targets.stream().map("<%s>"::formatted).collect(joining(", "));
    var request = new BasicClassicHttpRequest("POST", address.getRawPath());
    request.setHeader("Authorization", credentials.authorization());
    request.setHeader("Accept", TURTLE.getMimeType());
    request.setEntity(new StringEntity(DOCUMENT.formatted(resources), TURTLE));
    var answer = connection.send(request);
    if (answer.status() != 200) {
      var message = "%s answered %d: %s".formatted(address, answer.status(), answer.text());
      throw answer.status() == 400 && answer.text().contains(BAD_OBJECT_REQUEST)
          ? new ConfigurationRequired(message)
          : new IOException(message);
    }
    return answer.text();
  }

  @Override
  public void close() {
    connection.close();
  }
}
