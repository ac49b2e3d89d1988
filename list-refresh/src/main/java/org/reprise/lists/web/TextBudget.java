package org.reprise.lists.web;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What the texts of one answer may take: a title has up to 99 KB, and a thousand of them would fill
 * the memory.
 */
public final class TextBudget {
  public static final int MAX_LENGTH = 16_000_000;

  /** Rows to read at once, so that there is something to count before all are in memory. */
  public static final int FETCH_SIZE = 100;

  private long length;

  /** Counts the texts of a row; throws Refusal 400 where those of the answer are too long. */
  public void add(ResultSet row) throws SQLException {
    for (int column = row.getMetaData().getColumnCount(); column > 0; column--) {
      String text = row.getString(column);
      length += text == null ? 0 : text.length();
    }
    if (length > MAX_LENGTH) {
      throw exceeded();
    }
  }

  public static Refusal exceeded() {
    return Refusal.invalid(
        "limit",
        "or 'size' gives more than %d MB of text; ask for fewer rows"
            .formatted(MAX_LENGTH / 1_000_000));
  }
}
