package org.reprise.ldx.rdf;

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
final class JsonValues {
  private static final int NONE = -1;
  private static final JsonFactory JSON = new JsonFactory();

  // A context within a context is read again for each object that it is of.
  private static final int MAX_SCOPED = 500;

  private int all;
  private int scoped;
  private int depth;
  private int context = NONE;
  private int contextWithin = NONE;
  private boolean isContextNext;
  private boolean isEmpty;

  private JsonValues() {}

  /**
   * Makes sure that a document has few values: texts, numbers and so on, empty arrays and objects.
   *
   * @throws UnreadableRdf when it has more than {@link RdfReader#MAX_VALUES}, more than 500 in
   *     contexts that stand in others, or is no JSON
   */
  static void requireFew(byte[] document) throws UnreadableRdf {
    JsonValues values = new JsonValues();
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), document)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        values.take(token, parser);
        if (values.all > RdfReader.MAX_VALUES) {
          throw new UnreadableRdf.TooLarge(
              "as JSON-LD it has more than %,d values".formatted(RdfReader.MAX_VALUES));
        }
        if (values.scoped > MAX_SCOPED) {
          throw new UnreadableRdf.TooLarge(
              "as JSON-LD it has more than %,d values in contexts within contexts"
                  .formatted(MAX_SCOPED));
        }
      }
    } catch (JacksonException e) {
      throw new UnreadableRdf(reason(e), e);
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
    } else {
      if (token.isScalarValue() || isEmpty) {
        all++;
        scoped += contextWithin == NONE ? 0 : 1;
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

  private static String reason(JacksonException thrown) {
    TokenStreamLocation place = thrown.getLocation();
    String message = thrown.getOriginalMessage();
    return place == null
        ? String.valueOf(message)
        : "line %d, column %d: %s".formatted(place.getLineNr(), place.getColumnNr(), message);
  }
}
