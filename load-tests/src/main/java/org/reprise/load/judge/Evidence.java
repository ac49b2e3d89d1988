package org.reprise.load.judge;

import java.util.Optional;

/** The data that a claim is held against: what the report published, or what a run measured. */
interface Evidence {
  /** The operation's average in the experiment, milliseconds. */
  Optional<Reading> average(String experiment, String operation);

  /** Flows per second of the experiment. */
  Optional<Reading> throughput(String experiment);

  /** The sum of all averages, milliseconds: the time of one flow. */
  Optional<Reading> flow(String experiment);

  /** Why the experiment's data say nothing. */
  Optional<String> invalid(String experiment);

  /** Why there are no data of the experiment; the reason alone, without its id. */
  Optional<String> missing(String experiment);
}
