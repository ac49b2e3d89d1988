package org.reprise.ldx.rdf;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Counts the values of JSON-LD documents before the library's processor has them: the time that it
 * takes grows with the square of a property's values, and it tells no triple before it is done.
 */
final class JsonValues {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonValues() {}

  /**
   * Makes sure that a document has few values: texts, numbers and so on, empty arrays and objects.
   *
   * @throws UnreadableRdf when it has more than {@link RdfReader#MOST_VALUES}, or is no JSON
   */
  static void requireFew(byte[] document) throws UnreadableRdf {
    int values = 0;
    boolean isEmpty = false;
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), document)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isScalarValue() || token.isStructEnd() && isEmpty) {
          values++;
        }
        isEmpty = token.isStructStart();
        if (values > RdfReader.MOST_VALUES) {
          throw UnreadableRdf.tooLarge(
              "as JSON-LD it has more than %,d values".formatted(RdfReader.MOST_VALUES));
        }
      }
    } catch (JacksonException e) {
      throw new UnreadableRdf(reason(e), e);
    }
  }

  private static String reason(JacksonException thrown) {
    TokenStreamLocation place = thrown.getLocation();
    String message = thrown.getOriginalMessage();
    return place == null
        ? String.valueOf(message)
        : "line %d, column %d: %s".formatted(place.getLineNr(), place.getColumnNr(), message);
  }
}
