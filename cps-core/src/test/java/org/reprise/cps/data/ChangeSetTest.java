package org.reprise.cps.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reprise.cps.TestModules;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.payload.Uncounted;
import org.reprise.cps.schema.ParsedSchemas;
import org.reprise.cps.schema.YangSchema;

class ChangeSetTest {
  private static final YangSchema SCHEMA = ParsedSchemas.of(TestModules.trees());

  private static ChangeSet.Nodes trees(int from, int to) {
    String entries =
        IntStream.range(from, to)
            .mapToObj("{'name':'a','number':%d}"::formatted)
            .collect(Collectors.joining(","))
            .replace('\'', '"');
    Payload payload = Payload.json("{\"tree\":[" + entries + "]}");
    return new ChangeSet.Nodes(SCHEMA.locate("/forest"), null, payload);
  }

  /** They are one statement, whose fragments have numbers of twenty bits. */
  @Test
  void limitsWhatAllChangesCreateTogether() {
    ChangeSet ten = new ChangeSet(SCHEMA, Uncounted.nodes(), 10);
    ChangeSet nine = new ChangeSet(SCHEMA, Uncounted.nodes(), 9);
    nine.create(trees(0, 4));

    assertThatCode(
            () -> {
              ten.create(trees(0, 4));
              ten.create(trees(4, 10));
            })
        .doesNotThrowAnyException();
    assertThatExceptionOfType(InvalidData.class)
        .isThrownBy(() -> nine.create(trees(4, 10)))
        .satisfies(thrown -> assertThat(thrown.details()).contains("More than 9"));
  }
}
