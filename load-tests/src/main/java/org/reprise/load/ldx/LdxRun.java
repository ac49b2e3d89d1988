package org.reprise.load.ldx;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.clm.Scenario;

/** What an experiment of the baseline runs, read from its load model. */
sealed interface LdxRun {
  String experiment();

  /**
   * Users who create links.
   *
   * @param users at once
   * @param think before each link
   * @param projected whether it is a load that the report only projects: it is sent at its own
   *     rate, whatever the profile does to time
   */
  record Linking(String experiment, Scenario scenario, int users, Duration think, boolean projected)
      implements LdxRun {
    /** Links in a second, if creating them takes no time. */
    double perSecond() {
      return users / (think.toMillis() / 1000.0);
    }
  }

  /**
   * The first indexing of all artifacts of some applications.
   *
   * @param sources at once
   * @param threads of each
   */
  record Indexing(String experiment, List<String> sources, int threads) implements LdxRun {
    public Indexing {
      sources = List.copyOf(sources);
    }
  }

  static LdxRun of(Experiment experiment) {
    var model = (LoadModel.Workflows) experiment.loadModel();
    var first = model.workflows().getFirst();
    var think = first.think();
    if (think != null) {
      return new Linking(
          experiment.id(),
          Scenario.named(first.name()),
          first.users(),
          Duration.ofMillis(Math.round(think.fromSeconds() * 1000)),
          Boolean.TRUE.equals(model.settings().get("projected")));
    }
    return new Indexing(
        experiment.id(),
        model.workflows().stream()
            .map(it -> Objects.requireNonNull(it.settings().get("source")).toString())
            .toList(),
        (Integer) Objects.requireNonNull(first.settings().get("threads")));
  }
}
