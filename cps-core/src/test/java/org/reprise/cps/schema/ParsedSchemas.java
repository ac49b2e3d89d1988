package org.reprise.cps.schema;

/** Schemas without a database. */
public final class ParsedSchemas {
  private ParsedSchemas() {}

  /** Parses. */
  public static YangSchema of(YangSources sources) {
    return new YangModules(SchemaLimits.DEFAULT).schema(sources.digest(), () -> sources);
  }
}
