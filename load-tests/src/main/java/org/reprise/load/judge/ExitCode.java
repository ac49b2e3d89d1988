package org.reprise.load.judge;

import org.reprise.load.measure.Check;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.Verdict;

/** What a run means for the process that asked for it. */
public final class ExitCode {
  /** All well. */
  public static final int FINE = 0;

  /**
   * An invalid run or a failed check; with {@code --strict} also a claim that differs, or that a
   * disturbed execution left without a verdict.
   */
  public static final int FAILED = 1;

  private ExitCode() {}

  public static int of(RunRecord run, boolean strict) {
    boolean failed = !run.valid() || !run.measured().checks().stream().allMatch(Check::passed);
    boolean differs =
        run.claims().stream()
            .map(ClaimRecord::outcome)
            .anyMatch(verdict ->
                verdict instanceof Verdict.Differs || verdict instanceof Verdict.Invalid);
    return failed || (strict && differs) ? FAILED : FINE;
  }
}
