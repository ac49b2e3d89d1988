package org.reprise.load.ldx;

import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.system.RunOptions;

/** Nothing more may be said of a run of the link index. */
final class LdxRunOptions implements RunOptions {
  @Override
  public Plan<?> plan(RunRequest request) {
    if (!request.local()) {
      throw new IllegalArgumentException(
          "the link index is measured where each application is a process of its own and the checks"
              + " can read the databases: --target local");
    }
    return new LdxPlan(request, request.profile(LdxProfile.ALL));
  }
}
