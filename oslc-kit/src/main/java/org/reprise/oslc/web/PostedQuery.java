package org.reprise.oslc.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpStatus;

/**
 * A query by POST with a form (OSLC Query 3.0: for what is too long for a URI), as the GET whose
 * query string the form would be: what answers the one answers the other.
 */
public final class PostedQuery extends HttpServletRequestWrapper {
  public static final String FORM = "application/x-www-form-urlencoded";

  private static final int MAX_BYTES = 64 * 1024;
  private static final int MOST_PARAMETERS = 100;

  private final Map<String, String[]> parameters;
  private final String query;

  private PostedQuery(HttpServletRequest request, Map<String, List<String>> parameters) {
    super(request);
    this.parameters = new LinkedHashMap<>();
    parameters.forEach((name, values) -> this.parameters.put(name, values.toArray(String[]::new)));
    this.query =
        parameters.entrySet().stream()
            .flatMap(one ->
                one.getValue().stream().map(value -> encode(one.getKey()) + "=" + encode(value)))
            .collect(Collectors.joining("&"));
  }

  /**
   * Reads the form and the parameters of the URI.
   *
   * @throws Refusal 400 where it is no form, 413 where it has more than 64 KB, 415 where it has a
   *     parameter that no query has: so a document is not taken for a query whose sender has named
   *     no type
   */
  public static HttpServletRequest of(HttpServletRequest request) throws IOException {
    byte[] body = request.getInputStream().readNBytes(MAX_BYTES + 1);
    if (body.length > MAX_BYTES) {
      throw new Refusal(
          HttpStatus.CONTENT_TOO_LARGE,
          "A query that is posted has at most %,d bytes.".formatted(MAX_BYTES));
    }
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    if (request.getQueryString() != null) {
      add(request.getQueryString(), parameters);
    }
    Map<String, List<String>> form = new LinkedHashMap<>();
    add(new String(body, StandardCharsets.UTF_8), form);
    for (String name : form.keySet()) {
      if (!name.startsWith(QueryParameters.OSLC)
          && !name.equals("start")
          && !name.equals("oslc_config.context")) {
        throw new Refusal(
            HttpStatus.UNSUPPORTED_MEDIA_TYPE,
            "The form holds what is no parameter of a query. A document is sent as text/turtle,"
                + " application/rdf+xml or application/ld+json.");
      }
    }
    form.forEach((name, values) ->
        parameters.computeIfAbsent(name, key -> new ArrayList<>()).addAll(values));
    return new PostedQuery(request, parameters);
  }

  private static void add(String text, Map<String, List<String>> parameters) {
    String[] all = text.split("&", MOST_PARAMETERS + 1);
    if (all.length > MOST_PARAMETERS) {
      throw Refusal.invalid("There are more than " + MOST_PARAMETERS + " parameters.");
    }
    for (String one : all) {
      if (!one.isEmpty()) {
        int value = one.indexOf('=');
        String name = decode(value < 0 ? one : one.substring(0, value));
        parameters
            .computeIfAbsent(name, key -> new ArrayList<>())
            .add(value < 0 ? "" : decode(one.substring(value + 1)));
      }
    }
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid("The form cannot be read: " + e.getMessage());
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Override
  public @Nullable String getQueryString() {
    return query.isEmpty() ? null : query;
  }

  @Override
  public @Nullable String getParameter(String name) {
    String[] values = parameters.get(name);
    return values == null ? null : values[0];
  }

  @Override
  public String @Nullable [] getParameterValues(String name) {
    String[] values = parameters.get(name);
    return values == null ? null : values.clone();
  }

  @Override
  public Enumeration<String> getParameterNames() {
    return Collections.enumeration(parameters.keySet());
  }

  @Override
  public Map<String, String[]> getParameterMap() {
    return Collections.unmodifiableMap(parameters);
  }
}
