package org.reprise.lists.web;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.reprise.kit.limits.ByteBudget;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * Limits the texts of a request's answer, and those of all answers together: a title has up to 99
 * KB, and an answer is in memory until its client has read it.
 */
public final class TextBudget {
  public static final int MAX_LENGTH = 16_000_000;

  /** Rows to read at once, so that there is something to count before all are in memory. */
  public static final int FETCH_SIZE = 100;

  /** Characters of each answer that are not counted: long answers do not keep others from these. */
  private static final int FREE = 100_000;

  /** Characters. As objects, short texts take four times as many bytes. */
  private static final ByteBudget ANSWERS = new ByteBudget(Runtime.getRuntime().maxMemory() / 8);

  private final ByteBudget.Share share = ANSWERS.share();
  private long length;

  /** Begins to count; what is counted is held until the current request ends. */
  public TextBudget() {
    RequestContextHolder.currentRequestAttributes()
        .registerDestructionCallback(
            "texts " + share, share::close, RequestAttributes.SCOPE_REQUEST);
  }

  /** Counts the texts of a row, as {@link #add(long)}. */
  public void add(ResultSet row) throws SQLException {
    long texts = 0;
    for (int column = row.getMetaData().getColumnCount(); column > 0; column--) {
      String text = row.getString(column);
      texts += text == null ? 0 : text.length();
    }
    add(texts);
  }

  /**
   * Counts texts; throws Refusal 400 for a too long answer, 503 where all together exceed the
   * budget.
   */
  public void add(long texts) {
    length += texts;
    if (length > MAX_LENGTH) {
      throw exceeded();
    }
    if (!share.cover(length - FREE)) {
      throw Refusal.unavailable(
          "too.many.answers", "Unread answers fill their share of the memory; try again later");
    }
  }

  public static Refusal exceeded() {
    return Refusal.invalid(
        "limit",
        "or 'size' gives more than %d MB of text; ask for fewer rows"
            .formatted(MAX_LENGTH / 1_000_000));
  }
}
