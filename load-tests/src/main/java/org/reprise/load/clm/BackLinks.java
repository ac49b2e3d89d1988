package org.reprise.load.clm;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.jena.rdf.model.ModelFactory;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.generator.LeanConnection;

/** Asks the index for the links that point to artifacts, as the report's applications do. */
public final class BackLinks implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Artifacts in one request; the index allows ten times as many. */
  private static final int PIECE = 1_000;

  private static final ContentType TURTLE =
      ContentType.create("text/turtle", StandardCharsets.UTF_8);

  private static final String REQUEST =
      """
      @prefix oslc_ldm: <http://open-services.net/ns/ldm#> .
      [] a oslc_ldm:LinkDiscoveryRequest ; oslc_ldm:resources %s ; oslc_ldm:direction "incoming" .
      """;

  private final ServiceCalls calls;
  private final URI address;
  private final Credentials credentials;
  private final LeanConnection lean;

  public BackLinks(URI index, Credentials credentials) {
    this.calls = new ServiceCalls(credentials, LIMIT, index);
    this.address = index.resolve("/discover-links");
    this.credentials = credentials;
    this.lean = new LeanConnection(index, LIMIT);
  }

  /** Every link to one of some artifacts. */
  public Set<Link> to(Collection<String> targets) throws IOException, InterruptedException {
    var links = new LinkedHashSet<Link>();
    var asked = List.copyOf(targets);
    for (int from = 0; from < asked.size(); from += PIECE) {
      var answer = ask(asked.subList(from, Math.min(asked.size(), from + PIECE)));
      links.addAll(read(answer));
    }
    return links;
  }

  static Set<Link> read(String turtle) {
    var model = ModelFactory.createDefaultModel();
    RDFParser.create().fromString(turtle).lang(Lang.TURTLE).parse(model);
    return model.listStatements().toList().stream()
        .filter(it -> it.getSubject().isURIResource() && it.getObject().isURIResource())
        .map(
            it ->
                new Link(
                    it.getSubject().getURI(),
                    it.getPredicate().getURI(),
                    it.getObject().asResource().getURI()))
        .collect(Collectors.toSet());
  }

  /**
   * Asks for the links to one artifact, so that the time is the service's.
   *
   * @throws IOException where there is none
   */
  public void toOne(String target) throws IOException {
    var answer = lean.send(request(target));
    if (answer.status() != 200 || !answer.text().contains("<" + target + ">")) {
      throw new IOException(
          "the index knows no link to %s: %d %s".formatted(target, answer.status(), answer.text()));
    }
  }

  private ClassicHttpRequest request(String target) {
    var request = new BasicClassicHttpRequest("POST", address.getRawPath());
    request.setHeader("Authorization", credentials.basicHeader());
    request.setHeader("Accept", TURTLE.getMimeType());
    request.setEntity(new StringEntity(document(List.of(target)), TURTLE));
    return request;
  }

  private String ask(List<String> targets) throws IOException, InterruptedException {
    return calls.post(address, document(targets));
  }

  private static String document(List<String> targets) {
    return REQUEST.formatted(
        targets.stream().map(it -> "<" + it + ">").collect(Collectors.joining(", ")));
  }

  /** A question about one artifact. */
  public interface Question {
    void ask(String target) throws IOException, SQLException, InterruptedException;
  }

  /**
   * Asks one question after another.
   *
   * @param targets of them, at least one; around and around
   * @return the 99th percentile, milliseconds
   */
  public static double p99(List<String> targets, int times, Question question)
      throws IOException, SQLException, InterruptedException {
    var took = new Histogram(3);
    for (int i = 0; i < times; i++) {
      var begin = System.nanoTime();
      question.ask(targets.get(i % targets.size()));
      took.recordValue(System.nanoTime() - begin);
    }
    return took.getValueAtPercentile(99) / 1e6;
  }

  @Override
  public void close() {
    lean.close();
    calls.close();
  }
}
