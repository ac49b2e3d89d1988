package org.reprise.lists.query;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.reprise.lists.fql.Value;

/** Days and moments of one list: one value, however many they are. */
record Spans(List<Span> all) {
  private record Span(OffsetDateTime start, OffsetDateTime end, char close) {
    static Span of(Value value) {
      return switch (value) {
        case Value.Day day -> new Span(day.start(), day.end(), ')');
        case Value.Moment moment -> at(moment.content().atOffset(ZoneOffset.UTC));
        case Value.Text _, Value.Code _, Value.Whole _, Value.Truth _, Value.Id _ ->
            throw new IllegalArgumentException(value + " is no date");
      };
    }

    private static Span at(OffsetDateTime moment) {
      return new Span(moment, moment, ']');
    }

    String text() {
      return "[" + Binds.text(start) + "," + Binds.text(end) + close;
    }
  }

  static Spans of(List<Value> values) {
    return new Spans(values.stream().map(Span::of).toList());
  }

  OffsetDateTime start() {
    return all.stream().map(Span::start).min(Comparator.naturalOrder()).orElseThrow();
  }

  OffsetDateTime end() {
    return all.stream().map(Span::end).max(Comparator.naturalOrder()).orElseThrow();
  }

  /** The text of a {@code tstzmultirange}. */
  String text() {
    return all.stream().map(Span::text).collect(Collectors.joining(",", "{", "}"));
  }
}
