package org.reprise.load.cps;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.generator.InProcessFlow;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;

/**
 * What a process of load must know of the flow.
 *
 * @param base the API's base; empty where the flow runs in the process itself
 * @param anchorPrefix what the anchors of the run begin with, and no other run's
 */
record CpsLoad(String base, String anchorPrefix) {
  AnchorNames names() {
    return new AnchorNames(anchorPrefix);
  }

  /**
   * The loads that one command sends.
   *
   * @param grace how long a phase's users may take to finish
   */
  record Sender(Deployment target, AnchorNames names, Duration grace) {
    /**
     * By REST.
     *
     * @param page whether Gatling writes its own page
     */
    Load remote(String name, List<Phase> phases, URI base, boolean page) {
      return new Load(
          name,
          CpsRemoteSimulation.class,
          spec(name, phases, base.toString()),
          target.credentials().variables(),
          page);
    }

    Load inProcess(String name, Class<? extends InProcessFlow> program, List<Phase> phases) {
      var environment = InProcessCps.environment(InProcessCps.database(target, program));
      return new Load(name, program, spec(name, phases, ""), environment, false);
    }

    private LoadSpec spec(String name, List<Phase> phases, String base) {
      return LoadSpec.of("CPS-307 " + name, phases, new CpsLoad(base, names.ownPrefix()), grace);
    }
  }
}
