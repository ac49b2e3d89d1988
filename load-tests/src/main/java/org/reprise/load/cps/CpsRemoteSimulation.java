package org.reprise.load.cps;

import static io.gatling.javaapi.core.CoreDsl.ByteArrayBody;
import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.group;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.load.child.ProgressPrinter;

/**
 * The report's remote mode: a closed model, as many virtual users as the report had threads, all
 * injected at once, each repeating the flow without a pause. All users share one connection pool
 * without a bound, as the report's threads shared one REST client, so that there are as many
 * connections as requests under way.
 *
 * <p>Gatling's own statistics are whole milliseconds, which blurs an operation of two or three; the
 * actions around a request therefore record nanoseconds as well. Settings: {@link RemoteSettings}.
 */
public final class CpsRemoteSimulation extends Simulation {
  private static final Duration PULSE = Duration.ofMillis(20);
  private static final String CIRCLES = "circles";
  private static final String ANCHOR = "anchor";
  private static final String START = "start";
  private static final String STATUS = "status";

  private final RemoteSettings settings = RemoteSettings.fromSystem();
  private final CpsFlow flow = CpsFlow.published();
  private final byte[] tree = flow.tree().getBytes(StandardCharsets.UTF_8);
  private final byte[] fragment = flow.fragment().getBytes(StandardCharsets.UTF_8);
  private final List<PhaseRecorder> recorders =
      settings.phases().stream().map(PhaseRecorder::new).toList();
  private @Nullable ProgressPrinter progress;

  /** Injects the phases, each after the one before. */
  public CpsRemoteSimulation() {
    setUp(populations()).protocols(protocol()).maxDuration(longest());
  }

  @Override
  public void before() {
    try (var rest = new CpsRest(settings.base(), settings.credentials())) {
      rest.prepare(flow);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot prepare " + settings.base() + ": " + e, e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while preparing " + settings.base(), e);
    }
    if (settings.samples().isPresent()) {
      progress = new ProgressPrinter(recorders, System.out);
    }
  }

  @Override
  public void after() {
    if (progress != null) {
      progress.close();
    }
    try {
      write(recorders);
      if (settings.samples().isEmpty()) {
        removeWhatIsLeft();
      }
    } catch (Exception e) {
      throw new IllegalStateException(
          "cannot finish at " + settings.base() + ": " + e.getMessage(), e);
    }
  }

  /** Where a command started this, the command looks first, and removes then. */
  private void removeWhatIsLeft() throws IOException, InterruptedException {
    try (var rest = new CpsRest(settings.base(), settings.credentials())) {
      var left = rest.anchors(flow, settings.names().ownPrefix());
      if (!left.isEmpty()) {
        System.err.printf(
            "%d anchors of this run are left, %s for one; they are deleted now%n",
            left.size(), left.getFirst());
      }
      for (var anchor : left) {
        rest.delete(flow, anchor);
      }
    }
  }

  private void write(List<PhaseRecorder> ended) throws IOException {
    if (settings.samples().isPresent()) {
      SampleFile.write(
          settings.samples().get(), ended.stream().map(PhaseRecorder::sample).toList());
    }
  }

  /** What the phases before yielded, for whoever interrupts this one. */
  private void keep(PhaseRecorder current) {
    try {
      write(recorders.subList(0, recorders.indexOf(current)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + settings.samples() + ": " + e, e);
    }
  }

  private HttpProtocolBuilder protocol() {
    return http.baseUrl(settings.base().toString())
        .header("Authorization", settings.credentials().basicHeader())
        .contentTypeHeader("application/json")
        .acceptHeader("application/json")
        .disableFollowRedirect()
        .disableCaching()
        .shareConnections();
  }

  private List<PopulationBuilder> populations() {
    // Nested from the end: a.andThen(b.andThen(c)).
    PopulationBuilder phases = null;
    for (var recorder : recorders.reversed()) {
      var population = population(recorder, recorder == recorders.getFirst());
      phases = phases == null ? population : population.andThen(phases);
    }
    var all = java.util.Objects.requireNonNull(phases, "no phase");
    return settings.samples().isPresent() ? List.of(all, pulse()) : List.of(all);
  }

  private PopulationBuilder population(PhaseRecorder recorder, boolean plainNames) {
    var circle =
        plainNames ? circle(recorder) : group(recorder.phase().name()).on(circle(recorder));
    return scenario(recorder.phase().name())
        .exec(session -> {
          if (recorder.begin() && recorder != recorders.getFirst()) {
            keep(recorder);
          }
          return session;
        })
        .exec(asLongAs(session -> recorder.goesOn(session.getInt(CIRCLES)), CIRCLES).on(circle))
        .exec(session -> {
          recorder.userEnded();
          return session;
        })
        .injectOpen(atOnceUsers(recorder.phase().threads()));
  }

  /** One pass of the flow; after a failed operation the rest of the pass is left out. */
  private ChainBuilder circle(PhaseRecorder recorder) {
    var chain = exec(session -> session.markAsSucceeded().set(ANCHOR, settings.names().next()));
    for (var operation : CpsOperation.values()) {
      chain =
          chain.exec(
              doIf(session -> !session.isFailed())
                  .then(
                      exec(session -> session.remove(STATUS).set(START, System.nanoTime())),
                      exec(request(operation)),
                      exec(session -> recorded(recorder, operation, session))));
    }
    return chain.exec(session -> {
      if (!session.isFailed()) {
        recorder.flowEnded(System.nanoTime());
      }
      return session;
    });
  }

  private HttpRequestActionBuilder request(CpsOperation operation) {
    var name = http(operation.name());
    var saved = status().saveAs(STATUS);
    return switch (operation) {
      case CREATE_ANCHOR ->
          name.post(session -> CpsRequests.createAnchor(flow, anchor(session)))
              .check(saved, status().is(201));
      case CREATE_NODE ->
          name.post(session -> CpsRequests.nodes(flow, anchor(session)))
              .body(ByteArrayBody(tree))
              .check(saved, status().is(201));
      case UPDATE_NODE ->
          name.put(session -> CpsRequests.update(flow, anchor(session)))
              .body(ByteArrayBody(fragment))
              .check(saved, status().is(200));
      case DELETE_ANCHOR ->
          name.delete(session -> CpsRequests.anchor(flow, anchor(session)))
              .check(saved, status().is(204));
    };
  }

  private static String anchor(Session session) {
    return java.util.Objects.requireNonNull(session.getString(ANCHOR));
  }

  private static Session recorded(PhaseRecorder recorder, CpsOperation operation, Session session) {
    var end = System.nanoTime();
    if (session.isFailed()) {
      recorder.failed(
          operation, session.contains(STATUS) ? "answered " + session.getInt(STATUS) : "no answer");
    } else {
      recorder.record(operation, session.getLong(START), end);
    }
    return session;
  }

  /**
   * One user more, who sends nothing but wakes up every 20 ms and notes how late: what the
   * generator itself adds to the times that it measures.
   */
  private PopulationBuilder pulse() {
    return scenario("pulse")
        .exec(
            asLongAs(_ -> !recorders.stream().allMatch(PhaseRecorder::over))
                .on(
                    exec(session -> session.set(START, System.nanoTime())),
                    pause(PULSE),
                    exec(session -> {
                      var late = System.nanoTime() - session.getLong(START) - PULSE.toNanos();
                      recorders.forEach(recorder -> recorder.late(late));
                      return session;
                    })))
        .injectOpen(atOnceUsers(1));
  }

  private Duration longest() {
    return settings.phases().stream()
        .map(phase -> phase.ownTime().plus(settings.terminationTimeout()))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
