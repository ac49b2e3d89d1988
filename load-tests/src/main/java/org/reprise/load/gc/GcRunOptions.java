package org.reprise.load.gc;

import org.reprise.load.clm.ServiceTimeOptions;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.system.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What may be said of a run of global configurations: how long its applications take. */
@Command
final class GcRunOptions implements RunOptions {
  @Mixin private ServiceTimeOptions serviceTimes = new ServiceTimeOptions();

  @Override
  public Plan<?> plan(RunRequest request) {
    return new GcPlan(request, request.profile(GcProfile.ALL), serviceTimes.of(request));
  }
}
