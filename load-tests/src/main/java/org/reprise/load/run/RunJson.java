package org.reprise.load.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.file.Path;
import org.reprise.load.baseline.RequiredUnlessNullable;
import org.reprise.load.measure.Measured;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes and reads run.json. Null is left out; what an older program does not know it skips. */
public final class RunJson {
  private static final String MEASURED = "measured";
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .annotationIntrospector(new RequiredUnlessNullable())
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .changeDefaultPropertyInclusion(i -> i.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  private RunJson() {}

  /** Returns what is read back by {@link #value}, or by {@link #read} where it is a run. */
  public static String text(Object record) {
    return JSON.writeValueAsString(record) + "\n";
  }

  /** Reads what {@link #text} wrote; throws JacksonException where it is not of that type. */
  public static <T> T value(String text, Class<T> type) {
    return JSON.readValue(text, type);
  }

  /**
   * Reads a run.json.
   *
   * @throws RunUnreadableException where it is missing, damaged, or written in another schema
   */
  public static RunRecord read(Path file) {
    return read(file, true);
  }

  /** Reads the same without what was measured, which stands last and is most of a file. */
  public static RunRecord readVerdicts(Path file) {
    return read(file, false);
  }

  private static RunRecord read(Path file, boolean whole) {
    try (var json = JSON.createParser(file)) {
      var run = JSON.createObjectNode();
      var end = whole ? "" : MEASURED;
      json.nextToken();
      for (var it = json.nextName(); it != null && !it.equals(end); it = json.nextName()) {
        json.nextToken();
        run.set(it, json.<JsonNode>readValueAsTree());
      }
      if (!run.path("schemaVersion").isInt()) {
        throw new RunUnreadableException(file + " has no schemaVersion: it is not a run.json");
      }
      var version = run.path("schemaVersion").intValue();
      var reads = RunRecord.SCHEMA_VERSION;
      if (version != reads) {
        throw new RunUnreadableException(
            "%s has schema version %d, written by %s Reprise; this one reads %d"
                .formatted(file, version, version > reads ? "a newer" : "an older", reads));
      }
      if (!whole) {
        run.set(MEASURED, JSON.valueToTree(Measured.empty()));
      }
      return JSON.treeToValue(run, RunRecord.class);
    } catch (JacksonException e) {
      throw new RunUnreadableException(file + " is not a run.json: " + e.getOriginalMessage(), e);
    }
  }
}
