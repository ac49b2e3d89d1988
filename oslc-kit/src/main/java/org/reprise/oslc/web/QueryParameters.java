package org.reprise.oslc.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;

/** The parameters of a query (OSLC Query 3.0 and OSLC Core 3.0), each of which has one value. */
public final class QueryParameters {
  /** What the parameters of OSLC begin with. */
  static final String OSLC = "oslc.";

  private static final Set<String> SUPPORTED =
      Set.of(
          "oslc.where",
          "oslc.select",
          "oslc.orderBy",
          "oslc.prefix",
          "oslc.paging",
          "oslc.pageSize");

  private final HttpServletRequest request;

  private QueryParameters(HttpServletRequest request) {
    this.request = request;
  }

  /**
   * Reads a request's parameters.
   *
   * @throws Refusal 501 where OSLC has one that is not supported, such as {@code oslc.searchTerms}
   */
  public static QueryParameters of(HttpServletRequest request) {
    for (String name : Collections.list(request.getParameterNames())) {
      if (name.startsWith(OSLC) && !SUPPORTED.contains(name)) {
        throw Refusal.notImplemented(
            "The parameter %s is not supported; these are: %s."
                .formatted(name, String.join(", ", SUPPORTED.stream().sorted().toList())));
      }
    }
    return new QueryParameters(request);
  }

  /**
   * A parameter as text; null where it is not there.
   *
   * @throws Refusal 400 where it has different values
   */
  public @Nullable String text(String name) {
    return one(request, name);
  }

  /**
   * The same of a request that is no query. Clients add parameters to addresses that have them: the
   * same value twice is one value, and two values are not joined to a third.
   *
   * @throws Refusal 400 where it has different values
   */
  public static @Nullable String one(HttpServletRequest request, String name) {
    String[] values = request.getParameterValues(name);
    if (values != null && Arrays.stream(values).distinct().count() > 1) {
      throw Refusal.invalid(name + " has several values that differ.");
    }
    return values == null ? null : values[0];
  }

  /**
   * A parameter as a number.
   *
   * @param usual where it is not there
   * @throws Refusal 400 where it is none, is less, or has different values
   */
  public long number(String name, long usual, long least) {
    String text = text(name);
    if (text == null) {
      return usual;
    }
    try {
      long number = Long.parseLong(text);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw Refusal.invalid("%s must be a number from %d on, was '%s'.".formatted(name, least, text));
  }

  /**
   * Returns the query string of another page: all other parameters as they came, in their encoding,
   * each once, however often a client has added the same to the addresses of pages.
   *
   * @param start the number of the page's first result
   */
  public String ofPage(long start) {
    String query = request.getQueryString();
    String[] all = query == null ? new String[0] : query.split("&");
    return Arrays.stream(all)
        .filter(one -> !one.startsWith("start=") && !one.isEmpty())
        .distinct()
        .map(one -> one + "&")
        .collect(Collectors.joining("", "", "start=" + start));
  }
}
