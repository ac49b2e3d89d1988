package org.reprise.oslc.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.util.UriComponentsBuilder;

/** Parameters of requests, each of which has one value. */
@ControllerAdvice
public final class QueryParameters {
  // Of several values of a parameter that a method takes, Spring would take the first number, and
  // join texts by commas. Not by the request, which would read a form that is read as a body later.
  @InitBinder
  void requireOne(WebDataBinder parameter, HttpServletRequest request) {
    String query = request.getQueryString();
    if (query != null) {
      var all = UriComponentsBuilder.newInstance().query(query).build().getQueryParams();
      String name = parameter.getObjectName();
      one(name, all.getOrDefault(name, List.of()));
    }
  }

  /**
   * Returns a parameter; null if it is not there. Clients add parameters to addresses that have
   * them: the same value twice is one value, and two values are not joined to a third.
   *
   * @throws Refusal 400 if it has different values
   */
  public static @Nullable String one(HttpServletRequest request, String name) {
    String[] values = request.getParameterValues(name);
    return one(name, values == null ? List.of() : List.of(values));
  }

  /** Returns the value of a parameter as {@link #one(HttpServletRequest, String)}. */
  public static @Nullable String one(String name, List<String> values) {
    if (values.stream().distinct().count() > 1) {
      throw Refusal.invalid("Query parameter '%s' has several different values.".formatted(name));
    }
    return values.isEmpty() ? null : values.getFirst();
  }
}
