package org.reprise.cps.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the benchmarks of this package. Run by its name with {@code -Pbenchmark}. */
@EnabledIfSystemProperty(named = "reprise.benchmark", matches = "true")
class CpsBenchmarks {
  @Test
  void run() throws Exception {
    var included = System.getProperty("benchmark", CpsBenchmarks.class.getPackageName());
    var options = new OptionsBuilder().include(included).shouldFailOnError(true).build();
    assertThat(new Runner(options).run()).isNotEmpty();
  }
}
