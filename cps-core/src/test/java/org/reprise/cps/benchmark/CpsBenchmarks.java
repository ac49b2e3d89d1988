package org.reprise.cps.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the benchmarks of this package. Not a part of the build: run by its name. */
class CpsBenchmarks {
  @Test
  void run() throws Exception {
    var included = System.getProperty("benchmark", CpsBenchmarks.class.getPackageName());
    var options = new OptionsBuilder().include(included).shouldFailOnError(true).build();
    assertThat(new Runner(options).run()).isNotEmpty();
  }
}
