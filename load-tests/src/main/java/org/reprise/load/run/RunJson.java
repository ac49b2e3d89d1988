package org.reprise.load.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.reprise.load.baseline.RequiredUnlessNullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes and reads run.json. What is null is left out; what an older program does not know it
 * skips.
 */
public final class RunJson {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .annotationIntrospector(new RequiredUnlessNullable())
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .changeDefaultPropertyInclusion(i -> i.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  /** Lists that earlier programs did not write. */
  private static final List<String> LATER =
      List.of(
          "statements",
          "openLoads",
          "benches",
          "usages",
          "tables",
          "highlights",
          "roles",
          "throttled");

  private RunJson() {}

  /** The record as JSON text. */
  public static String write(RunRecord record) {
    return text(record);
  }

  /** Any record as JSON text. */
  static String text(Object record) {
    return JSON.writeValueAsString(record) + "\n";
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws JacksonException where it is damaged
   */
  static <T> T value(String text, Class<T> type) {
    return JSON.readValue(text, type);
  }

  /**
   * The tree of a file whose schema this program knows.
   *
   * @throws RunUnreadableException where it is of a newer program, or says no version
   * @throws JacksonException where it is damaged
   */
  static JsonNode requireKnown(String text, String file) {
    JsonNode tree = JSON.readTree(text);
    JsonNode version = tree.path("schemaVersion");
    if (!version.isInt()) {
      throw new RunUnreadableException(file + " has no schemaVersion: it is not a run.json");
    }
    if (version.intValue() > RunRecord.SCHEMA_VERSION) {
      throw new RunUnreadableException(
          "%s has schema version %d, written by a newer Reprise; this one reads up to %d"
              .formatted(file, version.intValue(), RunRecord.SCHEMA_VERSION));
    }
    return tree;
  }

  /**
   * Reads a run.json.
   *
   * @throws RunUnreadableException where it is missing, no run, or written in a newer schema
   */
  public static RunRecord read(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new RunUnreadableException(file + " is not there: no finished run", e);
    } catch (IOException e) {
      throw new RunUnreadableException(file + " cannot be read: " + e.getMessage(), e);
    }
    return parse(text, file.toString());
  }

  static RunRecord parse(String text, String file) {
    try {
      JsonNode tree = requireKnown(text, file);
      if (tree instanceof ObjectNode run) {
        LATER.stream().filter(name -> !run.has(name)).forEach(run::putArray);
        run.path("explanations").forEach(RunJson::withRates);
        if (tree.path("schemaVersion").intValue() == 1) {
          run.path("experiments").forEach(it -> upgrade(it.path("loadModel")));
        }
      }
      return JSON.treeToValue(tree, RunRecord.class);
    } catch (JacksonException e) {
      throw new RunUnreadableException(file + " is not a run.json: " + e.getOriginalMessage(), e);
    }
  }

  /** Once there was one kind of explanation, which compares no rates. */
  private static void withRates(JsonNode explanation) {
    if (explanation instanceof ObjectNode it && !it.has("rates")) {
      it.putArray("rates");
    }
  }

  /** In schema 1 each workflow was a field of its own, with a system's settings in it. */
  private static void upgrade(JsonNode loadModel) {
    if (!(loadModel instanceof ObjectNode load)
        || !load.path("model").asString("").equals("workflows")
        || load.has("workflows")) {
      return;
    }
    ArrayNode workflows = JSON.createArrayNode();
    ObjectNode settings = JSON.createObjectNode();
    for (Map.Entry<String, JsonNode> field : load.properties()) {
      if (field.getValue() instanceof ObjectNode old) {
        ObjectNode workflow = workflows.addObject().put("name", field.getKey());
        workflow.set("users", old.remove("users"));
        workflow.set("settings", old);
      } else if (!field.getKey().equals("model")) {
        settings.set(field.getKey(), field.getValue());
      }
    }
    if (workflows.isEmpty()) {
      workflows.addObject().put("name", "workflow").put("users", 1).putObject("settings");
    }
    load.removeAll();
    load.put("model", "workflows");
    load.set("workflows", workflows);
    load.set("settings", settings);
  }
}
