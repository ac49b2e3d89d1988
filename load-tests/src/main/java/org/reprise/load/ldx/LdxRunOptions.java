package org.reprise.load.ldx;

import org.reprise.load.clm.ServiceTimeOptions;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.system.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What may be said of a run of the link index: how long its applications take. */
@Command
final class LdxRunOptions implements RunOptions {
  private static final String ONLY_WRITES =
      "users of this run create artifacts and links, and what is read is read by the index, which is"
          + " what is measured: --service-time-write";

  @Mixin private ServiceTimeOptions serviceTimes = new ServiceTimeOptions();

  @Override
  public Plan<?> plan(RunRequest request) {
    return new LdxPlan(
        request, request.profile(LdxProfile.ALL), serviceTimes.onlyWrites(request, ONLY_WRITES));
  }
}
