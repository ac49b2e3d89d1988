package org.reprise.cps.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reprise.cps.path.CpsPath;
import org.reprise.cps.path.InvalidCpsPath;
import org.reprise.cps.read.BoundedReads;
import org.reprise.cps.read.ReadLimits;
import org.reprise.cps.schema.ParsedSchemas;
import org.reprise.cps.schema.YangSchema;
import org.reprise.cps.schema.YangSources;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionOperations;

/** What a path may cost before it is sent to the database. */
class PlacesTest {
  private static final BoundedReads READS =
      new BoundedReads(
          new DriverManagerDataSource(),
          TransactionOperations.withoutTransaction(),
          ReadLimits.DEFAULT,
          bytes -> true);

  private static int places(YangSchema schema, String path) {
    return new Places(CpsPath.parse(path), new QuerySize(path, READS)).in(schema.root()).size();
  }

  /** Containers within each other, the innermost with many leafs. */
  private static YangSchema nested(int levels, int leafs) {
    String leaves =
        IntStream.range(0, leafs)
            .mapToObj("leaf l%d { type string; }"::formatted)
            .collect(Collectors.joining(" "));
    String yang =
        "module m { namespace urn:m; prefix m; "
            + "container a { ".repeat(levels)
            + leaves
            + " }".repeat(levels + 1);
    return ParsedSchemas.of(new YangSources(Map.of("m.yang", yang)));
  }

  @Test
  void refusesPathsThatLeadThroughTheSchemaAgainAndAgain() {
    YangSchema schema = nested(150, 10_000);

    assertThat(places(schema, "//a//a")).isEqualTo(149);
    assertThatExceptionOfType(InvalidCpsPath.class)
        .isThrownBy(() -> places(schema, "//a".repeat(100)))
        .satisfies(thrown -> assertThat(thrown.details()).contains("name more of the steps"));
  }
}
