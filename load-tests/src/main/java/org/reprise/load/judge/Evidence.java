package org.reprise.load.judge;

import java.util.List;
import java.util.Optional;
import org.reprise.load.baseline.UsageOf;
import org.reprise.load.measure.OpenLoad.Step;
import org.reprise.load.measure.Repeats;

/** The data that a claim is held against: what the report published, or what a run measured. */
interface Evidence {
  /** The operation's average in the experiment, milliseconds. */
  Optional<Reading> average(String experiment, String operation);

  /** The operation's averages, one for each repetition, milliseconds. */
  Repeats averages(String experiment, String operation);

  /** What processes used, one value for each repetition. */
  Repeats usage(UsageOf meant);

  /** Flows per second of the experiment. */
  Optional<Reading> throughput(String experiment);

  /** The sum of all averages, milliseconds: the time of one flow. */
  Optional<Reading> flow(String experiment);

  /** The steps of the experiment's open model, in the order of their rates. */
  List<Step> steps(String experiment);

  /** The first step that was too much for the system. */
  Optional<Step> beyondKnee(String experiment);

  /** Flows of the experiment that failed, as a share of all. */
  Optional<Double> errorShare(String experiment);

  /** A quantity by its name. */
  Optional<Double> quantity(String name);

  /** How a resource of a process went over the experiment. */
  Optional<Course> course(String experiment, String process, String metric);

  /**
   * A resource at the beginning and at the end of an experiment.
   *
   * @param first in its first third
   * @param last in its last third
   */
  record Course(double first, double last) {}

  /** Why the experiment's data say nothing. */
  Optional<String> invalid(String experiment);

  /** Why there are no data of the experiment; the reason alone, without its id. */
  Optional<String> missing(String experiment);
}
