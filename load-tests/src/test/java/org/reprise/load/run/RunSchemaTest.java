package org.reprise.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reprise.load.ListsRun;
import org.reprise.load.OpenRun;
import org.reprise.load.Quantities;
import org.reprise.load.Records;
import org.reprise.load.SampleRun;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.judge.Comparison;
import org.reprise.load.measure.Measured;

/** The schema that is published is that of the records, and what is written keeps to it. */
class RunSchemaTest {
  private static final Path PUBLISHED = Path.of("..", "docs", "run.schema.json");
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(RunSchema.text(), InputFormat.JSON);

  @Test
  void thePublishedSchemaIsThatOfTheRecords() throws IOException {
    Path right = Path.of("target", "run.schema.json");
    Files.createDirectories(right.getParent());
    Files.writeString(right, RunSchema.text());

    assertThat(PUBLISHED)
        .as("docs/run.schema.json; as it should be: " + right.toAbsolutePath())
        .content()
        .isEqualTo(RunSchema.text());
  }

  static Stream<String> runs() {
    return Stream.of(
        written(SampleRun.BASELINE, SampleRun.published(0.1).without("remote-2x500").measured()),
        written(OpenRun.BASELINE, OpenRun.good().measured()),
        written(ListsRun.BASELINE, ListsRun.good().measured()),
        written(Baselines.load("clm-60-ldx"), rates()),
        written(SampleRun.BASELINE, Measured.nothing(Map.of(), "interrupted")));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void whatIsWrittenKeepsToIt(String run) {
    assertThat(SCHEMA.validate(run, InputFormat.JSON)).isEmpty();
  }

  @Test
  void whatIsNoRunIsFound() {
    String run = written(OpenRun.BASELINE, OpenRun.good().measured());

    assertThat(SCHEMA.validate(run.replaceFirst("\"runId\" : \"r\",", ""), InputFormat.JSON))
        .isNotEmpty();
    assertThat(
            SCHEMA.validate(
                run.replaceFirst("\"valid\" : true", "\"valid\" : 1"), InputFormat.JSON))
        .isNotEmpty();
    assertThat(
            SCHEMA.validate(
                run.replaceFirst("\"source\" : \"report\"", "\"source\" : \"rumour\""),
                InputFormat.JSON))
        .isNotEmpty();
  }

  private static Measured rates() {
    return Records.with(
        Records.measured(List.of(), List.of()),
        "quantities",
        Map.of("store-rate.jena-batched", Quantities.repeated(List.of(900.0, 910.0))));
  }

  @Test
  void quantitiesAreReadByRepetition() {
    Measured measured = rates();
    RunRecord run = RunJson.value(written(Baselines.load("clm-60-ldx"), measured), RunRecord.class);
    assertThat(run.measured().quantities()).isEqualTo(measured.quantities());
  }

  private static String written(Baseline baseline, Measured measured) {
    Comparison comparison = new Comparison(baseline, measured, "quick");
    return RunJson.text(
        comparison.record(
            "r", "local", SampleRun.manifest(comparison.scale()), SampleRun.environment()));
  }
}
