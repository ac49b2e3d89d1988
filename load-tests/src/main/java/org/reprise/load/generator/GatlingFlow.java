package org.reprise.load.generator;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.io.IOException;

/** What a system's users do, for {@link RepriseSimulation} to inject. */
public interface GatlingFlow {
  /** Where requests go, and what they have in common. */
  HttpProtocolBuilder protocol();

  /**
   * One pass of the flow of a closed model. What fails is recorded, and the rest of the pass left
   * out; the session is failed then.
   */
  default ChainBuilder flow(Recorder recorder) {
    throw new UnsupportedOperationException("no closed model");
  }

  /**
   * All that a user of a workflow does, from its first call to its last.
   *
   * @param workflow its name
   */
  default ChainBuilder workflow(String workflow, Recorder recorder) {
    throw new UnsupportedOperationException("no workflow " + workflow);
  }

  /** What must be there before the first user comes. */
  default void before() throws IOException, InterruptedException {}

  /** What is left to do where no command started the simulation that would do it. */
  default void afterByHand() throws IOException, InterruptedException {}
}
