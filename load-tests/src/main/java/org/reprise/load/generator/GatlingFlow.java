package org.reprise.load.generator;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.io.IOException;
import java.util.Optional;

/** What a system's users do, for {@link RepriseSimulation} to inject. */
public interface GatlingFlow {
  /** The number of an arrival, in its session. */
  String NUMBER = "number";

  /** Where requests go, and what they have in common. */
  HttpProtocolBuilder protocol();

  /**
   * One pass of the flow of a closed model. What fails is recorded, and the rest of the pass left
   * out; the session is failed then.
   */
  default ChainBuilder flow(Recorder recorder) {
    throw new UnsupportedOperationException("no closed model");
  }

  /** All that a user of a workflow does, from its first call to its last. */
  default ChainBuilder workflow(String workflow, Recorder recorder) {
    throw new UnsupportedOperationException("no workflow " + workflow);
  }

  /**
   * The one {@linkplain Turn#call call} of an arrival, whose number, from 0 on, is the session's
   * {@value #NUMBER}.
   */
  default ChainBuilder arrival() {
    throw new UnsupportedOperationException("no open model");
  }

  /** What the flow of an arrival is called among the baseline's operations. */
  default String operation() {
    return "flow";
  }

  /**
   * What makes classes load and code compile in the generator before an open model; mostly none.
   */
  default Optional<ChainBuilder> warmUp() {
    return Optional.empty();
  }

  /** What must be there before the first user comes. */
  default void before() throws IOException, InterruptedException {}

  /** What is left to do where no command started the simulation that would do it. */
  default void afterByHand() throws IOException, InterruptedException {}
}
