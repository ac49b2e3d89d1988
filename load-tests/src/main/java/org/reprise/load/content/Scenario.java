package org.reprise.load.content;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel.Think;
import org.reprise.load.baseline.LoadModel.Workflow;
import org.reprise.load.baseline.LoadModel.Workflows;

/** An experiment as its baseline describes it: users, what they do, and how the service is set. */
record Scenario(String experiment, Workflow workflow, Map<String, Object> settings) {
  static Scenario of(Experiment experiment) {
    var model = (Workflows) experiment.loadModel();
    return new Scenario(experiment.id(), model.workflows().getFirst(), model.settings());
  }

  int users() {
    return workflow.users();
  }

  /** Returns the pause before each transaction of the mix. */
  Think think() {
    return Objects.requireNonNull(workflow.think(), experiment + " has no think time");
  }

  /** Returns the weights of the random mix by operation; empty where users only come and go. */
  Map<String, Integer> mix() {
    var mix = new LinkedHashMap<String, Integer>();
    workflow.settings().forEach((operation, weight) -> mix.put(operation, (Integer) weight));
    return mix;
  }

  /** Returns whether the view of all searches has its index. */
  boolean hasIndex() {
    return !Boolean.FALSE.equals(settings.get("index"));
  }

  /**
   * Returns the variables of the process that serves it; empty for the run's own process.
   *
   * @param scale of the population, and so of the pool and its files
   */
  Map<String, String> ownSettings(double scale) {
    Map<String, String> variables = new LinkedHashMap<>();
    settings.forEach(
        (name, value) -> variables.putAll(ContentService.variables(name, value, scale)));
    return variables;
  }

  boolean hasOwnSettings() {
    return !ownSettings(1).isEmpty();
  }
}
