package org.reprise.lists.fql;

import java.util.Map;
import org.reprise.lists.entity.EntityType;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads FQL. */
public final class FqlReader {
  /** Wide enough for a query of 10,000 barcodes. */
  private static final int MAX_LENGTH = 1_000_000;

  private static final int MAX_DEPTH = 32;

  /** Twice as many as 10,000 values and 200 conditions. */
  private static final int MAX_TOKENS = 25_000;

  private static final String VERSION = "_version";

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxTokenCount(MAX_TOKENS)
                          .build())
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private FqlReader() {}

  /** Reads a query; throws InvalidQuery for what is none of the type, or beyond the limits. */
  public static Condition read(String fql, EntityType type) {
    JsonNode root = parse(fql);
    if (!root.isObject()) {
      throw new InvalidQuery("", "A query is a JSON object");
    }
    JsonNode version = root.get(VERSION);
    if (version != null && !version.isString()) {
      throw new InvalidQuery(VERSION, "must be a string");
    }
    int members = root.size() - (version == null ? 0 : 1);
    if (members != 1) {
      throw new InvalidQuery("", oneOnly("A query", members));
    }
    Map.Entry<String, JsonNode> only =
        root.properties().stream()
            .filter(member -> !member.getKey().equals(VERSION))
            .findFirst()
            .orElseThrow();
    return new FqlParse(type).condition(only, "");
  }

  private static JsonNode parse(String fql) {
    if (fql.length() > MAX_LENGTH) {
      throw new InvalidQuery("", "The query has more than %,d characters".formatted(MAX_LENGTH));
    }
    try {
      JsonNode root = MAPPER.readTree(fql);
      if (root.isMissingNode()) {
        throw new InvalidQuery("", "The query is empty");
      }
      return root;
    } catch (StreamConstraintsException e) {
      throw new InvalidQuery("", "The query is too deep or too long: " + e.getOriginalMessage());
    } catch (JacksonException e) {
      throw new InvalidQuery(
          "",
          "The query is no JSON, line %d, column %d: %s"
              .formatted(
                  e.getLocation().getLineNr(),
                  e.getLocation().getColumnNr(),
                  e.getOriginalMessage()));
    }
  }

  // The original took the first member and ignored the others.
  static String oneOnly(String what, int members) {
    return members == 0
        ? what + " has no condition"
        : what + " has one member, not " + members + "; several conditions are joined by $and";
  }
}
