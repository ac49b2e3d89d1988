package org.reprise.cps.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.reprise.cps.fault.Excerpt;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;

/** Turns parsers' messages, which name classes, into messages for the sender of the text. */
public final class ParserMessage {
  // The message of a NullPointerException: it consists of the parser's own names.
  private static final Pattern FAILED_CALL = Pattern.compile("^Cannot \\w+ .* because .* is null");

  private static final Pattern CLASS_NAME =
      Pattern.compile(
          "\\b(?:(?:java|javax|org\\.opendaylight|com\\.google|org\\.codehaus|com\\.ctc"
              + "|tools\\.jackson)\\.[\\w.$]+"
              + "|[A-Z]\\w*(?:Exception|Error)(?=[:@]))(?:@[0-9a-f]+)?:?\\s*");

  /** A value as its class prints it: {@code Unqualified{localName=trees}}. */
  private static final Pattern PRINTED_VALUE =
      Pattern.compile("\\b[A-Z][A-Za-z]*\\{\\w+=([^{}]*)}");

  private static final Pattern XML_PLACE =
      Pattern.compile("ParseError at \\[row,col]:\\[(\\d+),(\\d+)]\\s*Message: ");

  /** Gson's advice on how to call it. */
  private static final Pattern ADVICE = Pattern.compile("\\s+See https://\\S+");

  private static final Pattern MALFORMED_JSON =
      Pattern.compile("Use JsonReader\\.\\S+ to accept malformed JSON");

  // A message holds the value that it is about, whose length the sender chose. The expressions
  // above take a time that grows with the square of the length.
  private static final int MAX_LENGTH = 2_000;

  private ParserMessage() {}

  /** The beginning of the message without names of classes; empty where nothing else is in it. */
  public static String plain(String message) {
    String plain = Excerpt.of(message.strip(), MAX_LENGTH);
    if (FAILED_CALL.matcher(plain).find()) {
      return "";
    }
    plain = MALFORMED_JSON.matcher(plain).replaceAll("Malformed JSON");
    plain = ADVICE.matcher(plain).replaceAll("");
    plain = XML_PLACE.matcher(plain).replaceAll("line $1, column $2: ");
    return CLASS_NAME.matcher(unwrapped(plain)).replaceAll("").strip();
  }

  /** Returns the beginnings of the messages of an exception and its causes, outermost first. */
  public static String reasons(Throwable thrown) {
    List<String> messages = new ArrayList<>();
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      Stream.concat(Stream.of(cause), Stream.of(cause.getSuppressed()))
          .map(one -> plain(Objects.requireNonNullElse(one.getMessage(), "")))
          .map(message -> message.lines().findFirst().orElse(""))
          .filter(message -> messages.stream().noneMatch(before -> before.contains(message)))
          .limit(10)
          .forEach(messages::add);
    }
    messages.removeIf(String::isBlank);
    return messages.isEmpty()
        ? "The parser gave no reason."
        : Excerpt.of(String.join(" | ", messages), MAX_LENGTH);
  }

  /** Why a text is no JSON that is read, and where. */
  public static String ofJson(JacksonException refused) {
    String original = String.valueOf(refused.getOriginalMessage());
    String reason;
    if (refused instanceof StreamConstraintsException) {
      reason = "it nests too deep, or a name, text or number is too long";
    } else if (original.startsWith("Duplicate")) {
      reason = "an object has a member twice";
    } else if (original.startsWith("Trailing")) {
      reason = "something follows its end";
    } else {
      reason = plain(original);
    }
    TokenStreamLocation place = refused.getLocation();
    return place == null || place.getLineNr() < 1
        ? reason
        : "%s (line %d, column %d)".formatted(reason, place.getLineNr(), place.getColumnNr());
  }

  /** Values that hold values: the innermost first. */
  private static String unwrapped(String message) {
    String before;
    String after = message;
    do {
      before = after;
      after = PRINTED_VALUE.matcher(before).replaceAll("$1");
    } while (!after.equals(before));
    return after;
  }
}
