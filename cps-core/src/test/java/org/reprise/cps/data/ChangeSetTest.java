package org.reprise.cps.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reprise.cps.TestModules;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.payload.Uncounted;
import org.reprise.cps.schema.ParsedSchemas;
import org.reprise.cps.schema.YangSchema;

class ChangeSetTest {
  private static final YangSchema SCHEMA = ParsedSchemas.of(TestModules.trees());

  private static Change trees(int from, int to) {
    String entries =
        IntStream.range(from, to)
            .mapToObj("{'name':'a','number':%d}"::formatted)
            .collect(Collectors.joining(","))
            .replace('\'', '"');
    Payload payload = Payload.json("{\"tree\":[" + entries + "]}");
    return new Change.Create(new Change.Nodes(new Xpath("/forest"), null, payload));
  }

  /** They are one statement, whose fragments have numbers of twenty bits. */
  @Test
  void limitsWhatAllChangesCreateTogether() {
    List<Change> ten = List.of(trees(0, 4), trees(4, 10));

    assertThatCode(() -> new ChangeSet(SCHEMA, ten, Uncounted.nodes(), 10))
        .doesNotThrowAnyException();
    assertThatExceptionOfType(InvalidData.class)
        .isThrownBy(() -> new ChangeSet(SCHEMA, ten, Uncounted.nodes(), 9))
        .satisfies(thrown -> assertThat(thrown.details()).contains("More than 9"));
  }
}
