package org.reprise.gc.application;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.installation.Terms;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.rdf.RdfWriter;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Texts;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Has applications create baselines of their streams (OSLC Configuration Management 1.1, "Creating
 * baselines"). No transaction may be open.
 */
@Component
public final class BaselineCreation {
  private static final Node STATE = Vocabulary.OSLC_AUTO.term("state");
  private static final Node VERDICT = Vocabulary.OSLC_AUTO.term("verdict");
  private static final Node COMPLETE = Vocabulary.OSLC_AUTO.term("complete");
  // OSLC Automation 2.1, "Automation Request States": no other state is a last one.
  private static final Set<Node> ENDED = Set.of(COMPLETE, Vocabulary.OSLC_AUTO.term("canceled"));
  private static final int OK = 200;
  private static final int ACCEPTED = 202;
  // 303: nothing was changed since the baseline that it names.
  private static final Set<Integer> CREATED = Set.of(201, 303);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(500);
  private static final Duration ACTIVITY_TIMEOUT = Duration.ofMinutes(10);

  private final Applications applications;
  private final LocalConfigurations configurations;

  BaselineCreation(Applications applications, LocalConfigurations configurations) {
    this.applications = applications;
    this.configurations = configurations;
  }

  /**
   * Checks, before any application is asked, that a baseline can be made of a stream.
   *
   * @throws Refusal 409 if it is a change set, 502 if its application is not configured any more or
   *     has no container of its baselines
   */
  public void require(LocalConfiguration stream) {
    if (stream.overrides() != null) {
      throw Refusal.conflict(
          "<%s> is a change set, of which there are no baselines: deliver it, and contribute the stream that it changes."
              .formatted(stream.uri()));
    }
    if (applications.of(stream.uri()).isEmpty()) {
      throw badGateway(
          "<%s> is of no application that reprise.gc.applications names any more: configure it again, or remove the contribution."
              .formatted(stream.uri()));
    }
    String baselines = stream.baselines();
    if (baselines == null || !isOfSame(stream, baselines)) {
      throw badGateway(
          "No baseline of <%s> can be made: its oslc_config:baselines is %s."
              .formatted(stream.uri(), baselines == null ? "missing" : "<" + baselines + ">"));
    }
  }

  private boolean isOfSame(LocalConfiguration stream, String uri) {
    return applications.of(uri).equals(applications.of(stream.uri()));
  }

  /**
   * Creates a baseline: {@code POST} to the stream's {@code oslc_config:baselines}. Where the
   * application answers with an activity (202), waits up to ten minutes for its end.
   *
   * @param title of the baseline; null for one that the application chooses
   * @param requestKey by which an application that supports it recognizes a request that is sent
   *     again because no answer came, so that it answers with the baseline that it made
   * @return a baseline of the stream's component
   * @throws Refusal as {@link #require}; 502 if the application does not do it, 503 if it does not
   *     answer
   */
  public LocalConfiguration create(
      LocalConfiguration stream, @Nullable String title, String requestKey) {
    require(stream);
    Statements statements = new Statements();
    if (title != null) {
      // Relative: an application behind a proxy may know its own URI by another host.
      statements.text(Statements.uri(""), Vocabulary.TITLE, title);
    }
    String turtle =
        new String(RdfWriter.write(statements, RdfFormat.TURTLE), StandardCharsets.UTF_8);
    Applications.Answer answer =
        applications.post(String.valueOf(stream.baselines()), turtle, requestKey);
    String baseline;
    if (answer.status() == ACCEPTED) {
      baseline = ofActivity(stream, location(stream, answer.location()));
    } else if (CREATED.contains(answer.status())) {
      baseline = location(stream, answer.location());
    } else {
      throw badGateway(
          "No baseline of <%s> was made: its application answers %d."
              .formatted(stream.uri(), answer.status()));
    }
    LocalConfiguration made = made(baseline);
    if (!made.isBaseline() || !made.component().equals(stream.component())) {
      throw badGateway(
          "<%s> should be a baseline of the component <%s>, and is %s of <%s>."
              .formatted(
                  baseline,
                  stream.component(),
                  made.isBaseline() ? "one" : "a stream",
                  made.component()));
    }
    return made;
  }

  private String ofActivity(LocalConfiguration stream, String activity) {
    long begin = System.nanoTime();
    for (; System.nanoTime() - begin < ACTIVITY_TIMEOUT.toNanos(); pause(stream)) {
      Applications.Answer answer;
      try {
        answer = applications.get(activity, true);
      } catch (Refusal e) {
        if (!e.status().equals(HttpStatus.SERVICE_UNAVAILABLE) || applications.isClosed()) {
          throw e;
        }
        // The application works on, whether it can be asked now or not.
        continue;
      }
      LocalConfigurations.requireNoFailure(activity, answer);
      if (answer.status() != OK) {
        throw badGateway(
            "The activity <%s> that creates a baseline of <%s> cannot be read: its application answers %d."
                .formatted(activity, stream.uri(), answer.status()));
      }
      List<Triple> triples = answer.triples(activity);
      if (LocalDocument.objects(triples.stream(), STATE).anyMatch(ENDED::contains)) {
        return result(stream, activity, triples);
      }
    }
    throw Refusal.unavailable(
        "The application of <%s> has not created its baseline within %d minutes: see <%s>."
            .formatted(stream.uri(), ACTIVITY_TIMEOUT.toMinutes(), activity),
        Duration.ofMinutes(1));
  }

  private String result(LocalConfiguration stream, String activity, List<Triple> triples) {
    String baseline =
        LocalDocument.links(triples.stream(), Terms.REFERENCES).findFirst().orElse("");
    if (baseline.isEmpty()
        || !has(triples, STATE, COMPLETE)
        || !has(triples, VERDICT, Vocabulary.OSLC_AUTO.term("passed"))) {
      String reason =
          LocalDocument.objects(triples.stream(), Vocabulary.OSLC.term("message"))
              .filter(Node::isLiteral)
              .map(Texts::of)
              .findFirst()
              .orElse("it ended without a baseline");
      throw badGateway(
          "No baseline of <%s> was made: the activity <%s> says: %s"
              .formatted(stream.uri(), activity, reason));
    }
    return location(stream, baseline);
  }

  private static boolean has(List<Triple> triples, Node property, Node value) {
    return LocalDocument.objects(triples.stream(), property).anyMatch(value::equals);
  }

  private static void pause(LocalConfiguration stream) {
    try {
      Thread.sleep(POLL_INTERVAL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refusal.unavailable(
          "The baseline of <%s> was not waited for: this service ends.".formatted(stream.uri()),
          POLL_INTERVAL);
    }
  }

  // A document that cannot be contributed is the application's fault, not the caller's.
  private LocalConfiguration made(String baseline) {
    try {
      return configurations.contributable(List.of(baseline)).getFirst();
    } catch (Refusal e) {
      throw e.status().equals(HttpStatus.BAD_REQUEST) ? badGateway(e.reason()) : e;
    }
  }

  // A relative one is meant from where the request went (RFC 9110, section 10.2.2).
  private String location(LocalConfiguration stream, String location) {
    try {
      String uri = URI.create(String.valueOf(stream.baselines())).resolve(location).toString();
      if (!location.isEmpty() && isOfSame(stream, uri)) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Rejected below.
    }
    throw badGateway(
        "The baseline of <%s> is said to be at '%s', which is no URI of its application."
            .formatted(stream.uri(), location));
  }

  private static Refusal badGateway(String reason) {
    return new Refusal(HttpStatus.BAD_GATEWAY, reason);
  }
}
