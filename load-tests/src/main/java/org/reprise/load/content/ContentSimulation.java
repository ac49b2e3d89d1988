package org.reprise.load.content;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.LoadModel.Think;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Properties;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.RepriseSimulation;
import org.reprise.load.generator.Shape;

/** Users of a repository, who come one after another. */
public sealed class ContentSimulation extends RepriseSimulation
    permits ContentUserSimulation, AllSearchesSimulation {
  static final Duration GRACE = Duration.ofMinutes(2);

  private final ContentLoad content = load().settings(ContentLoad.class);

  ContentSimulation(String experiment) {
    super(() -> byHand(experiment, Properties.ofProcess()));
    inject();
  }

  private static LoadSpec byHand(String otherwise, Properties properties) {
    var experiment =
        Baselines.load("ecm-scaleout-2016").require(properties.text("experiment", otherwise));
    var scenario = Scenario.of(experiment);
    var service = properties.base("base", "http://127.0.0.1:8888");
    var users = properties.count("users", scenario.users());
    var interval = properties.seconds("interval", 0.05);
    var shape =
        scenario.mix().isEmpty()
            ? new Shape.Circles(users, properties.count("circles", 1))
            : new Shape.Window(
                users, interval.multipliedBy(users), properties.seconds("duration", 60));
    return ask(
        service,
        new Repository(service, properties.credentials()),
        repository -> {
          var documents = repository.documents();
          var load =
              new ContentLoad(
                  repository.address(),
                  documents,
                  repository.words(documents),
                  interval,
                  scaled(scenario.think(), properties.number("think", 1)),
                  scenario.mix(),
                  properties.count("seed", 1));
          var phase = Phase.warmUp(experiment.id(), shape);
          return LoadSpec.of("content " + experiment.id(), List.of(phase), load, GRACE);
        });
  }

  static Think scaled(Think think, double factor) {
    return new Think(think.fromSeconds() * factor, think.toSeconds() * factor);
  }

  @Override
  protected HttpProtocolBuilder protocol() {
    return byUser().acceptHeader("*/*");
  }

  @Override
  protected Injection injection(Phase phase) {
    return new Injection(Map.of(phase.name(), phase.shape().users()), content.interval());
  }

  @Override
  protected ChainBuilder flow(String scenario, Recorder recorder) {
    return new UserFlow(content, recorder).chain();
  }
}
