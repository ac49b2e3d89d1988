package org.reprise.ebms.envelope;

import java.util.List;
import java.util.stream.Collectors;

/** What was wrong with a message. */
public record ErrorList(List<EbmsError> errors) {
  private static final int MAX_LINE = 1000;

  public ErrorList {
    errors = List.copyOf(errors);
  }

  /** The worst of the errors' severities. */
  public Severity highestSeverity() {
    return errors.stream().anyMatch(error -> error.severity() == Severity.ERROR)
        ? Severity.ERROR
        : Severity.WARNING;
  }

  /** The first few errors in one line, for people. */
  public String summary() {
    return line(
        errors.stream()
            .limit(5)
            .map(error ->
                error.code() + (error.description() == null ? "" : ": " + error.description()))
            .collect(Collectors.joining("; ")));
  }

  /** Returns another party's text in one line that is not too long to be logged and stored. */
  public static String line(String text) {
    String start = text.length() > MAX_LINE ? text.substring(0, MAX_LINE) + "…" : text;
    return start.replaceAll("[\\p{Z}\\p{Cc}]+", " ").strip();
  }
}
