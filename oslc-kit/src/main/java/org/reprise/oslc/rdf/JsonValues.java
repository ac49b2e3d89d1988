package org.reprise.oslc.rdf;

import java.util.Optional;
import org.reprise.oslc.refusal.Refusal;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Counts the values of JSON-LD documents before the library's processor, whose time grows with the
 * square of a property's values, and which yields no triple before it is done.
 */
public final class JsonValues {
  private static final int NONE = -1;
  private static final JsonFactory JSON = new JsonFactory();

  // A context within a context is read again for each object that it is of.
  private static final int MAX_SCOPED = 500;

  // An expanded document has an array and an object around each value.
  private static final int STRUCTURES = 2;

  // The processor puts what contexts define before each value, and before their own terms.
  private static final long MAX_EXPANSION = 50_000_000;

  private int all;
  private long contextText;
  private int scoped;
  private int structures;
  private int scopedStructures;
  private int depth;
  private int context = NONE;
  private int contextWithin = NONE;
  private boolean isContextNext;
  private boolean isEmpty;

  private JsonValues() {}

  /**
   * Returns the limit that a document exceeds, as "more than 500 values"; empty if it exceeds none.
   *
   * @param max how many values it may have: texts, numbers and so on, empty arrays and objects; 500
   *     of them in contexts that stand in others; and twice as many objects and arrays
   * @throws Refusal 400 with line and column when it is no JSON
   */
  public static Optional<String> excess(byte[] document, int max) {
    JsonValues values = new JsonValues();
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), document)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        values.take(token, parser);
        if (values.all > max || values.structures > STRUCTURES * max) {
          return Optional.of(
              "more than %,d values, or %,d objects and arrays".formatted(max, STRUCTURES * max));
        }
        if (values.contextText * (values.all + values.structures) > MAX_EXPANSION) {
          return Optional.of("contexts that are too long for so many values");
        }
        if (values.scoped > MAX_SCOPED || values.scopedStructures > STRUCTURES * MAX_SCOPED) {
          return Optional.of(
              "more than %,d values in contexts within contexts".formatted(MAX_SCOPED));
        }
      }
      return Optional.empty();
    } catch (JacksonException e) {
      TokenStreamLocation place = e.getLocation();
      throw RdfReader.malformed(
          e.getOriginalMessage(),
          place == null ? -1 : place.getLineNr(),
          place == null ? -1 : place.getColumnNr());
    }
  }

  private void take(JsonToken token, JsonParser parser) {
    if (token == JsonToken.PROPERTY_NAME) {
      isContextNext = "@context".equals(parser.currentName());
      isEmpty = false;
      return;
    }
    if (token.isStructStart()) {
      begin();
      structures++;
      scopedStructures += contextWithin == NONE ? 0 : 1;
    } else {
      if (token.isScalarValue() || isEmpty) {
        all++;
        scoped += contextWithin == NONE ? 0 : 1;
        contextText += context == NONE ? 0 : parser.getStringLength();
      }
      if (token.isStructEnd()) {
        end();
      }
    }
    isContextNext = false;
    isEmpty = token.isStructStart();
  }

  private void begin() {
    depth++;
    if (isContextNext && context == NONE) {
      context = depth;
    } else if (isContextNext && contextWithin == NONE) {
      contextWithin = depth;
    }
  }

  private void end() {
    context = context == depth ? NONE : context;
    contextWithin = contextWithin == depth ? NONE : contextWithin;
    depth--;
  }
}
