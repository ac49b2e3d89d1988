package org.reprise.load.ebms;

import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.system.RunOptions;
import picocli.CommandLine.Mixin;

/** The options of a run of Pings. */
@SuppressWarnings("NullAway.Init")
final class EbmsRunOptions implements RunOptions {
  @Mixin private PingOptions pings;

  @Override
  public Plan<?> plan(RunRequest request) {
    return new EbmsPlan(request, pings.wishes(request.target()));
  }
}
