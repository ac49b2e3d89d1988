package org.reprise.load.cli;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.process.Shares;
import org.reprise.load.stack.Target;
import picocli.CommandLine.Option;

/** What may be said of the processors that each role of a run has. */
final class ProcessorOptions {
  @Option(
      names = Shares.OPTION,
      paramLabel = "ROLE=CORES",
      description = {
        "Holds the processes of a role to a share of the machine while they are measured, for"
            + " example primary=0.3; ROLE=none takes the profile's limit from it. May be repeated.",
        "cps: cps-core, postgresql; ebms: ebms-adapter, postgresql; lists: primary, standby,"
            + " lists, circulation, import, kafka."
      })
  List<String> said = List.of();

  /** Refuses a role that none of these systems has. */
  void require(List<MeasuredSystem> systems) {
    var roles =
        systems.stream().flatMap(it -> it.baseline().limitable().stream()).distinct().toList();
    var unused = Shares.of(roles, Map.of(), said, Runtime.getRuntime().availableProcessors());
  }

  /**
   * What a run gives each role.
   *
   * @param usual cores by role, the profile's
   * @throws IllegalArgumentException where a share is not possible
   */
  Shares shares(Baseline baseline, Map<String, Double> usual, Target target) {
    var roles = baseline.limitable();
    if (!(target instanceof Target.LocalProcesses)) {
      if (!said.isEmpty()) {
        throw new IllegalArgumentException(
            "%s: only processes that this command starts can be limited (--target local); in compose, docker-compose.yml sets the processors"
                .formatted(Shares.OPTION));
      }
      return Shares.unlimited();
    }
    var own =
        said.stream()
            .filter(
                it -> Stream.of(it.split("=", 2)).findFirst().filter(roles::contains).isPresent())
            .toList();
    return Shares.of(roles, usual, own, Runtime.getRuntime().availableProcessors());
  }
}
