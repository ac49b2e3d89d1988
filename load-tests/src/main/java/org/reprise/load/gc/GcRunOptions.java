package org.reprise.load.gc;

import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.system.RunOptions;
import picocli.CommandLine.Command;

/** Nothing more may be said of a run of global configurations. */
@Command
final class GcRunOptions implements RunOptions {
  @Override
  public Plan<?> plan(RunRequest request) {
    return new GcPlan(request, request.profile(GcProfile.ALL));
  }
}
