package org.reprise.cps.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.data.Payload;
import org.reprise.cps.fault.Excerpt;
import org.reprise.cps.fault.InvalidRequest;
import org.reprise.cps.schema.ParserMessage;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads combined queries: {@code {"cpsPath": …, "operator": …, "conditions": […]}}. */
final class CompositeQueryText {
  private static final Set<String> MEMBERS = Set.of("cpsPath", "operator", "conditions");

  /** Those of the most queries that one may be made of, and as much again. */
  private static final int MOST_VALUES = 8 * CompositeQuery.MOST_PATHS;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private CompositeQueryText() {}

  /**
   * The query.
   *
   * @throws InvalidRequest with what is wrong, and where
   */
  static CompositeQuery read(String json) {
    if (Payload.json(json).countNodes(MOST_VALUES) > MOST_VALUES) {
      throw CompositeQuery.invalid("The body has more than %d values.".formatted(MOST_VALUES));
    }
    JsonNode root;
    try {
      root = JSON.readTree(json);
    } catch (JacksonException e) {
      throw CompositeQuery.invalid("The body is no JSON: " + ParserMessage.ofJson(e));
    }
    return query(root, "$", 0);
  }

  private static CompositeQuery query(@Nullable JsonNode node, String at, int level) {
    if (node == null || !node.isObject()) {
      throw CompositeQuery.invalid("%s must be an object.".formatted(at));
    }
    if (level > CompositeQuery.DEEPEST) {
      throw CompositeQuery.invalid(
          "Conditions nest deeper than %d levels.".formatted(CompositeQuery.DEEPEST));
    }
    for (String member : node.propertyNames()) {
      if (!MEMBERS.contains(member)) {
        throw CompositeQuery.invalid(
            "%s has a member '%s'; it may have cpsPath, operator and conditions."
                .formatted(at, Excerpt.of(member, 100)));
      }
    }
    JsonNode path = node.get("cpsPath");
    if (path == null || !path.isString() || path.asString().isBlank()) {
      throw CompositeQuery.invalid("%s must have a cpsPath, a text.".formatted(at));
    }
    return new CompositeQuery(
        path.asString(), operator(node.get("operator"), at), conditions(node, at, level));
  }

  private static CompositeQuery.Operator operator(@Nullable JsonNode node, String at) {
    if (node == null || node.isNull()) {
      return CompositeQuery.Operator.AND;
    }
    String text = node.isString() ? node.asString().strip().toLowerCase(Locale.ROOT) : "";
    return switch (text) {
      case "and" -> CompositeQuery.Operator.AND;
      case "or" -> CompositeQuery.Operator.OR;
      default ->
          throw CompositeQuery.invalid("%s.operator must be \"and\" or \"or\".".formatted(at));
    };
  }

  private static List<CompositeQuery> conditions(JsonNode node, String at, int level) {
    JsonNode conditions = node.get("conditions");
    if (conditions == null || conditions.isNull()) {
      return List.of();
    }
    if (!conditions.isArray() || conditions.size() >= CompositeQuery.MOST_PATHS) {
      throw CompositeQuery.invalid(
          "%s.conditions must be an array of fewer than %d queries."
              .formatted(at, CompositeQuery.MOST_PATHS));
    }
    List<CompositeQuery> queries = new ArrayList<>();
    for (int i = 0; i < conditions.size(); i++) {
      queries.add(query(conditions.get(i), "%s.conditions[%d]".formatted(at, i), level + 1));
    }
    return queries;
  }
}
