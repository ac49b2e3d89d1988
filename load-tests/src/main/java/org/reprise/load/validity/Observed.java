package org.reprise.load.validity;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the rules must know of one execution of an experiment.
 *
 * @param experiment the baseline's experiment id
 * @param repetition 1 for the first (or only) one
 * @param open whether arrivals do not wait for answers
 * @param saturating whether the experiment goes beyond what the system carries on purpose: errors
 *     and delays are data then, unless they are there from its first stretch on
 * @param stretches in their order: the steps of a ramp, one for any other load
 * @param generatorPercent mean CPU of the generator, in % of one core; null where it was not
 *     counted, or where generator and system are one process
 * @param othersPercent mean CPU of all programs that do not belong to the run, in % of one core;
 *     null where it was not counted
 * @param busiest of these programs; empty where it is not known
 * @param reads which server was read from; null where the setting has but one
 * @param firstErrors texts of the first errors
 * @param stopped why the load was ended before its plan was; empty where it was not
 */
public record Observed(
    String experiment,
    String variant,
    int repetition,
    boolean open,
    boolean saturating,
    List<Stretch> stretches,
    @Nullable Double generatorPercent,
    @Nullable Double othersPercent,
    String busiest,
    int cores,
    @Nullable Reads reads,
    List<String> firstErrors,
    String stopped) {
  public Observed {
    stretches = List.copyOf(stretches);
    firstErrors = List.copyOf(firstErrors);
    if (stretches.isEmpty()) {
      throw new IllegalArgumentException(experiment + " has no stretch of load");
    }
    if (cores < 1) {
      throw new IllegalArgumentException("cores must be 1 or more, was " + cores);
    }
  }

  /** Those whose errors and delays are no data: of a saturating experiment the first. */
  List<Stretch> judged() {
    return saturating ? stretches.subList(0, 1) : stretches;
  }

  /**
   * A time with one load.
   *
   * @param name for messages, for example {@code 50/s}; empty where there is but one
   * @param due flows that should have been begun; 0 where no number was fixed
   * @param sent flows that were begun
   * @param finished flows that ended well
   * @param errors flows that did not
   * @param delayP50Ms median of how late the generator sent, milliseconds; null where unknown
   * @param delayP99Ms 99th percentile of that, milliseconds; null where unknown
   */
  public record Stretch(
      String name,
      long due,
      long sent,
      long finished,
      long errors,
      @Nullable Double delayP50Ms,
      @Nullable Double delayP99Ms) {
    public Stretch {
      if (due < 0 || sent < 0 || finished < 0 || errors < 0) {
        throw new IllegalArgumentException(
            "a number of flows is negative: due %d, sent %d, finished %d, errors %d"
                .formatted(due, sent, finished, errors));
      }
    }
  }

  /**
   * Where reads went.
   *
   * @param expected the server that the setting says, for example {@code standby}
   * @param all reads that were counted
   * @param elsewhere those of them that went to another server, whole or in part
   */
  public record Reads(String expected, long all, long elsewhere) {
    public Reads {
      if (elsewhere < 0 || elsewhere > all) {
        throw new IllegalArgumentException(
            "%d of %d reads cannot be elsewhere".formatted(elsewhere, all));
      }
    }
  }
}
