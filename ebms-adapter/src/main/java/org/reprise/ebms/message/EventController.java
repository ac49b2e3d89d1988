package org.reprise.ebms.message;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reprise.kit.web.KnownParametersOnly;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@KnownParametersOnly
@RestController
@RequestMapping("/api/v1/events")
class EventController {
  private static final Pattern CURSOR = Pattern.compile("(\\d{1,18})\\.(\\d{1,18})\\.(\\d{1,18})");

  private final Events events;

  EventController(Events events) {
    this.events = events;
  }

  record Page(List<Events.Event> events, String next) {}

  /** Lists events in a fixed order; a reader that goes on from {@code next} misses none. */
  @GetMapping
  Page list(
      @RequestParam(defaultValue = "0.0.0") String after,
      @RequestParam(defaultValue = "100") int limit) {
    Matcher place = CURSOR.matcher(after);
    if (!place.matches()) {
      throw MessageView.problem("'after' must be what 'next' was, was '%s'.".formatted(after));
    }
    Events.Cursor cursor =
        new Events.Cursor(
            Long.parseLong(place.group(1)),
            Long.parseLong(place.group(2)),
            Long.parseLong(place.group(3)));
    List<Events.Event> found = events.after(cursor, MessageView.limit(limit));
    if (found.isEmpty()) {
      return new Page(found, after);
    }
    Events.Event last = found.getLast();
    return new Page(found, "%d.%d.%d".formatted(last.origin(), last.tx(), last.id()));
  }
}
