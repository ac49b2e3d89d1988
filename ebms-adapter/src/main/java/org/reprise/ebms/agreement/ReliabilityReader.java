package org.reprise.ebms.agreement;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Period;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

final class ReliabilityReader {
  private static final int MAX_RETRIES = 10_000;
  private static final Duration MAX_DURATION = Duration.ofDays(3653);
  // Not read by the JDK's XML types, which walk over the days of a long one month by month.
  private static final Pattern DURATION =
      Pattern.compile(
          "P(?=[\\dT])(\\d+Y)?(\\d+M)?(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+(\\.\\d+)?S)?)?");
  private static final LocalDateTime START = LocalDate.EPOCH.atStartOfDay();

  private ReliabilityReader() {}

  static Reliability read(CpaElement exchange) {
    for (String direction : List.of("ebXMLSenderBinding", "ebXMLReceiverBinding")) {
      exchange
          .children(direction)
          .flatMap(binding -> binding.children("ReliableMessaging"))
          .flatMap(messaging -> messaging.children("MessageOrderSemantics"))
          .forEach(ReliabilityReader::checkOrder);
    }
    CpaElement binding = exchange.child("ebXMLReceiverBinding");
    CpaElement reliable = binding == null ? null : binding.child("ReliableMessaging");
    if (binding == null || reliable == null) {
      return Reliability.NONE;
    }
    CpaElement retries = reliable.child("Retries");
    CpaElement persist = binding.child("PersistDuration");
    int tries = retries == null ? 0 : number(retries);
    Duration interval = duration(reliable.child("RetryInterval"), Reliability.NONE.retryInterval());
    if (tries > MAX_RETRIES
        || interval.multipliedBy(Math.min(tries, MAX_RETRIES) + 1L).compareTo(MAX_DURATION) > 0) {
      reliable.error(
          "more than %d retries, or more than ten years of them, are not served"
              .formatted(MAX_RETRIES));
      return Reliability.NONE;
    }
    return new Reliability(tries, interval, duration(persist, Reliability.NONE.persistDuration()));
  }

  private static void checkOrder(CpaElement order) {
    if (order.text().equals("Guaranteed")) {
      order.error("messages are not delivered in the order in which they were sent");
    } else if (!order.text().equals("NotGuaranteed")) {
      order.error("has no known value: '%s'".formatted(order.text()));
    }
  }

  private static int number(CpaElement element) {
    try {
      int number = Integer.parseInt(element.text());
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below, with the other wrong numbers.
    }
    element.error("is no number from 0 on: '%s'".formatted(element.text()));
    return 0;
  }

  private static Duration duration(@Nullable CpaElement element, Duration otherwise) {
    if (element == null) {
      return otherwise;
    }
    if (!DURATION.matcher(element.text()).matches()) {
      element.error("is no duration from zero on: '%s'".formatted(element.text()));
      return otherwise;
    }
    String[] parts = element.text().split("T", 2);
    try {
      LocalDateTime end =
          START
              .plus(parts[0].equals("P") ? Period.ZERO : Period.parse(parts[0]))
              .plus(parts.length == 1 ? Duration.ZERO : Duration.parse("PT" + parts[1]));
      Duration duration = Duration.between(START, end);
      if (duration.compareTo(MAX_DURATION) <= 0) {
        return duration;
      }
    } catch (DateTimeException | ArithmeticException e) {
      // Longer than the calendar.
    }
    element.error("more than ten years are not served: '%s'".formatted(element.text()));
    return otherwise;
  }
}
