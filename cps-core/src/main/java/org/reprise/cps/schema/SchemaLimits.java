package org.reprise.cps.schema;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What schema sets may cost.
 *
 * @param mostStatements statements that a schema set may have once its groupings and typedefs are
 *     put where they are used; each takes some 150 bytes of the heap
 * @param cache memory for parsed schema sets, about; the others are parsed again when they are
 *     needed
 */
@ConfigurationProperties("reprise.cps.schema")
public record SchemaLimits(
    @DefaultValue("300000") int mostStatements, @DefaultValue("64MB") DataSize cache) {
  /** The limits of a store that was not told others. */
  public static final SchemaLimits DEFAULT = new SchemaLimits(300_000, DataSize.ofMegabytes(64));

  /** Refuses what would refuse every schema set. */
  public SchemaLimits {
    if (mostStatements < 1) {
      throw new IllegalArgumentException(
          "reprise.cps.schema.most-statements must be at least 1, was " + mostStatements);
    }
    if (cache.toBytes() < 0) {
      throw new IllegalArgumentException(
          "reprise.cps.schema.cache must not be negative, was " + cache);
    }
  }
}
