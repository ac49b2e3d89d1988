package org.reprise.load.gc;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code reprise bench gc}. */
@Command(name = "gc", description = "x", mixinStandardHelpOptions = true)
final class GcBench implements Callable<Integer> {
  @Override
  public Integer call() {
    return 0;
  }
}
