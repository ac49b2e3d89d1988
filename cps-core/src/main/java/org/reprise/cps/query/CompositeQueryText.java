package org.reprise.cps.query;

import java.util.Optional;
import org.reprise.cps.fault.CpsException;
import org.reprise.cps.fault.Excerpt;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.schema.ParserMessage;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads combined queries: {@code {"cpsPath": …, "operator": …, "conditions": […]}}. */
final class CompositeQueryText {
  /** Those of the most queries that one may be made of, and as much again. */
  private static final int MAX_VALUES = 8 * CompositeQuery.MAX_PATHS;

  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .build();

  private CompositeQueryText() {}

  /** Reads a query; throws InvalidRequest with what is wrong, and where. */
  static CompositeQuery read(String json) {
    if (Payload.json(json).countNodes(MAX_VALUES) > MAX_VALUES) {
      throw CompositeQuery.invalid("The body has more than %d values.".formatted(MAX_VALUES));
    }
    try {
      return Optional.ofNullable(JSON.readValue(json, CompositeQuery.class))
          .orElseThrow(() -> CompositeQuery.invalid("The body is null."));
    } catch (JacksonException e) {
      if (e.getCause() instanceof CpsException refusal) {
        throw refusal;
      }
      if (!(e instanceof DatabindException)
          || String.valueOf(e.getOriginalMessage()).startsWith("Trailing")) {
        throw CompositeQuery.invalid("The body is no JSON: " + ParserMessage.ofJson(e));
      }
      StringBuilder place = new StringBuilder("$");
      for (JacksonException.Reference step : e.getPath()) {
        String member = step.getPropertyName();
        place.append(member == null ? "[%d]".formatted(step.getIndex()) : "." + member);
      }
      throw CompositeQuery.invalid(
          "%s does not fit {\"cpsPath\": text, \"operator\": \"and\" or \"or\", \"conditions\": [queries]}."
              .formatted(Excerpt.of(place.toString(), 400)));
    }
  }
}
