package org.reprise.oslc.query;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.QueryParameters;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;

/**
 * A query whose parameters are not in its URI, as the GET whose query string they would be: a form
 * (OSLC Query 3.0, for what is too long for a URI), or the link to a page of such a query, which
 * holds them compressed.
 */
final class PostedQuery extends HttpServletRequestWrapper {
  private static final int MAX_BYTES = 64 * 1024;
  private static final int MAX_PARAMETERS = 100;
  private static final String PACKED = "query";

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
   * Reads the form, or what the link holds, and the other parameters of the URI. Any other request
   * is returned as it is.
   *
   * @throws Refusal 400 where it cannot be read, 413 where it has more than 64 KB, 415 where it has
   *     a parameter that no query has: so a document is not taken for a query whose sender has
   *     named no type
   */
  static HttpServletRequest of(HttpServletRequest request) throws IOException {
    boolean isPosted = HttpMethod.POST.matches(request.getMethod());
    String packed = isPosted ? null : QueryParameters.one(request, PACKED);
    if (!isPosted && packed == null) {
      return request;
    }
    byte[] body =
        packed == null ? request.getInputStream().readNBytes(MAX_BYTES + 1) : unpacked(packed);
    if (body.length > MAX_BYTES) {
      throw new Refusal(
          HttpStatus.CONTENT_TOO_LARGE,
          "A query that is posted has at most %,d bytes.".formatted(MAX_BYTES));
    }
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    if (request.getQueryString() != null) {
      add(request.getQueryString(), parameters);
      parameters.remove(PACKED);
    }
    Map<String, List<String>> form = new LinkedHashMap<>();
    add(new String(body, StandardCharsets.UTF_8), form);
    for (String name : form.keySet()) {
      if (!name.startsWith("oslc.")
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

  /** Returns a query string as one short parameter, which {@link #of} reads. */
  static String packed(String query) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
      out.write(query.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return PACKED
        + "="
        + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
  }

  private static byte[] unpacked(String packed) {
    try (InflaterInputStream in =
        new InflaterInputStream(new ByteArrayInputStream(Base64.getUrlDecoder().decode(packed)))) {
      return in.readNBytes(MAX_BYTES + 1);
    } catch (IOException | IllegalArgumentException e) {
      throw Refusal.invalid("The parameter 'query' is not that of a link to a page.");
    }
  }

  private static void add(String text, Map<String, List<String>> parameters) {
    String[] all = text.split("&", MAX_PARAMETERS + 1);
    if (all.length > MAX_PARAMETERS) {
      throw Refusal.invalid("There are more than " + MAX_PARAMETERS + " parameters.");
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
