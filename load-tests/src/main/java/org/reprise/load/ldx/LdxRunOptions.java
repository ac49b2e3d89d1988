package org.reprise.load.ldx;

import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.system.RunOptions;
import picocli.CommandLine.Command;

/** Nothing more may be said of a run of the link index. */
@Command
final class LdxRunOptions implements RunOptions {
  @Override
  public Plan<?> plan(RunRequest request) {
    return new LdxPlan(request, request.profile(LdxProfile.ALL));
  }
}
