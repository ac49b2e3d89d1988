package org.reprise.content.object;

import java.util.List;
import java.util.stream.Stream;

/**
 * A search for documents or folders, as a part of an SQL statement. In it {@code v} is the version
 * or the folder, {@code o} the object that the version belongs to, {@code w} its working copy.
 *
 * @param condition with a question mark for each parameter, never with a value
 */
public record Search(String condition, String order, List<Object> parameters, int max, long skip) {
  public Search {
    parameters = List.copyOf(parameters);
  }

  /** A condition on the words of a text, which is its parameter. */
  // PostgreSQL's parser fails with more than 32 hyphens in a row, and with very long terms.
  public static final String HAS_WORDS =
      """
      v.text @@ websearch_to_tsquery('simple',
        regexp_replace(left(?, 4000), '-(?![[:alnum:]"])', ' ', 'g'))\
      """;

  /** Returns the statement from {@code where} on. */
  String sql() {
    return "where %s order by %s limit ? offset ?".formatted(condition, order);
  }

  Object[] allParameters() {
    return Stream.concat(parameters.stream(), Stream.of(max, skip)).toArray();
  }
}
