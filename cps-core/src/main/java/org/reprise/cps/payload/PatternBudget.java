package org.reprise.cps.payload;

import java.util.Collection;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.ValuePattern;
import org.reprise.cps.schema.YangSchema;

/**
 * How long the values of a request's payloads may be matched against patterns. A value is matched
 * here before yangtools does the same, which nothing could end: what takes too long is refused.
 */
final class PatternBudget implements BiConsumer<SchemaNode, String> {
  // How often characters may be read. The patterns of common models read each up to 20 times.
  private static final long MIN_READS = 20_000_000;
  private static final long READS_PER_CHARACTER = 32;
  // A value of few characters is sent with a name of more.
  private static final int NAME = 8;

  // Calls that are made before a value is matched. yangtools calls itself for each level of the
  // data, so that its matching has less of the stack than this one.
  private static final int CALLS_OF_YANGTOOLS = 2_000;

  // So many calls take half a megabyte of the stack at most, and usually far less. Both ways of
  // matching have room for that at any level of the data, so that nobody needs to make the calls
  // above: for the addresses of a network they would cost more than the matching.
  private static final int MAX_CALLS = 4_000;

  private static final Pattern QUOTE = Pattern.compile("['\"]");

  private final YangSchema schema;
  private long left = MIN_READS;

  PatternBudget(YangSchema schema) {
    this.schema = schema;
  }

  /** Matches a value as yangtools will; throws InvalidData if that takes too long. */
  @Override
  public void accept(SchemaNode leaf, String value) {
    Collection<ValuePattern> patterns = schema.slowPatterns(leaf);
    left += READS_PER_CHARACTER * (value.length() + NAME) * Math.max(1, patterns.size());
    for (ValuePattern pattern : patterns) {
      match(leaf, value, pattern);
      // In an instance-identifier, keys are in quotes.
      if (value.indexOf('\'') >= 0 || value.indexOf('"') >= 0) {
        QUOTE.splitAsStream(value).forEach(part -> match(leaf, part, pattern));
      }
    }
  }

  private void match(SchemaNode leaf, String value, ValuePattern pattern) {
    Runnable read =
        () -> {
          if (--left < 0) {
            throw new InvalidData(
                "It takes too long to match a value of %s, of %d characters, against its pattern."
                    .formatted(leaf, value.length()));
          }
        };
    try {
      call(
          pattern.maxCalls(value) > MAX_CALLS ? CALLS_OF_YANGTOOLS : 0,
          () -> pattern.match(value, read));
    } catch (StackOverflowError e) {
      // java.util.regex calls itself for each character, for some patterns. How many it can match
      // cannot be told before.
      throw new InvalidData(
          "A value of %s has %d characters, too many to match them against its pattern."
              .formatted(leaf, value.length()));
    }
  }

  private static void call(int calls, Runnable code) {
    if (calls == 0) {
      code.run();
    } else {
      call(calls - 1, code);
    }
  }
}
