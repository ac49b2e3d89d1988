package org.reprise.cps.schema;

import java.time.Duration;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits on the size of schema sets.
 *
 * @param maxStatements statements that a schema set may have, its groupings and typedefs expanded;
 *     each takes up to 300 bytes of the heap
 * @param cache memory for parsed schema sets, about; the others are parsed again when they are
 *     needed. A schema set that is larger than this is parsed for every request.
 * @param parserWait how long a request waits for one of the two parsers
 * @param queryTime after how long a query of all anchors parses no further schema set
 */
@ConfigurationProperties("reprise.cps.schema")
public record SchemaLimits(
    @DefaultValue("200000") int maxStatements,
    @DefaultValue("96MB") DataSize cache,
    @DefaultValue("10s") Duration parserWait,
    @DefaultValue("30s") Duration queryTime) {
  public static final SchemaLimits DEFAULT =
      new SchemaLimits(
          200_000, DataSize.ofMegabytes(96), Duration.ofSeconds(10), Duration.ofSeconds(30));

  public SchemaLimits {
    new SettingBounds("reprise.cps.schema")
        .atLeast("max-statements", maxStatements, 1)
        .atLeast("cache", cache, DataSize.ofBytes(0))
        .atLeast("parser-wait", parserWait, Duration.ZERO)
        .atLeast("query-time", queryTime, Duration.ZERO);
  }
}
