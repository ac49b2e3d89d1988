package org.reprise.load.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.reprise.load.deploy.Shares;
import org.reprise.load.system.MeasuredSystem;
import picocli.CommandLine.Option;

/** What may be said of the processors that each role of a run has. */
final class ProcessorOptions {
  @Option(
      names = Shares.OPTION,
      paramLabel = "ROLE=CORES",
      description = {
        "Holds the processes of a role to a share of the machine while load is sent, for example"
            + " postgresql=0.3; ROLE=none takes the profile's limit from it. May be repeated.",
        "--dry-run names the roles of the system that are limited."
      })
  private List<String> said = List.of();

  /**
   * Refuses a role that none of these systems has.
   *
   * @throws IllegalArgumentException naming those that there are
   */
  void require(Collection<MeasuredSystem> systems) {
    var roles =
        systems.stream().flatMap(it -> it.baseline().limitable().stream()).distinct().toList();
    var unused = Shares.of(roles, Map.of(), said, Runtime.getRuntime().availableProcessors());
  }

  List<String> of(MeasuredSystem system) {
    var own = new ArrayList<String>();
    for (var each : said) {
      if (system
          .baseline()
          .limitable()
          .contains(each.substring(0, Math.max(0, each.indexOf('='))))) {
        own.add(each);
      }
    }
    return own;
  }
}
