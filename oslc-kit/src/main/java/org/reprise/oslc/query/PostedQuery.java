package org.reprise.oslc.query;

import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/**
 * The parameters of a query, which may be outside of its URI: in a form (OSLC Query 3.0, for what
 * is too long for a URI), or compressed in the link to a page of such a query.
 */
final class PostedQuery {
  private static final int MAX_BYTES = 64 * 1024;
  private static final int MAX_PARAMETERS = 100;
  private static final String PACKED = "query";

  private PostedQuery() {}

  /**
   * Reads the parameters of the URI, and those of the form or the link.
   *
   * @throws Refusal 400 if they cannot be read, 413 for more than 64 KB, 415 for a parameter that
   *     no query has: so a document is not taken for a query whose sender has named no type
   */
  static MultiValueMap<String, String> parameters(HttpServletRequest request) throws IOException {
    MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();
    if (request.getQueryString() != null) {
      parameters.addAll(parse(request.getQueryString()));
    }
    boolean isPosted = HttpMethod.POST.matches(request.getMethod());
    String packed = isPosted ? null : parameters.getFirst(PACKED);
    if (!isPosted && packed == null) {
      return parameters;
    }
    byte[] body =
        packed == null ? request.getInputStream().readNBytes(MAX_BYTES + 1) : unpacked(packed);
    if (body.length > MAX_BYTES) {
      throw new Refusal(
          HttpStatus.CONTENT_TOO_LARGE,
          "A query that is posted has at most %,d bytes.".formatted(MAX_BYTES));
    }
    MultiValueMap<String, String> form = parse(new String(body, StandardCharsets.UTF_8));
    for (String name : form.keySet()) {
      if (!name.startsWith("oslc.")
          && !name.equals("start")
          && !name.equals("oslc_config.context")) {
        throw new Refusal(
            HttpStatus.UNSUPPORTED_MEDIA_TYPE,
            "The form has a parameter that no query has. A document is sent as text/turtle,"
                + " application/rdf+xml or application/ld+json.");
      }
    }
    parameters.remove(PACKED);
    parameters.addAll(form);
    return parameters;
  }

  /** Returns a query string as one short parameter, which {@link #parameters} reads. */
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

  private static MultiValueMap<String, String> parse(String text) {
    MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();
    String[] all = text.split("&", MAX_PARAMETERS + 1);
    if (all.length > MAX_PARAMETERS) {
      throw Refusal.invalid("There are more than " + MAX_PARAMETERS + " parameters.");
    }
    for (String one : all) {
      if (!one.isEmpty()) {
        int end = one.indexOf('=');
        // The npm package oslc-client 1.0.7 encodes the equals sign after oslc.prefix, too.
        String[] pair =
            end < 0
                ? decode(one).split("=", 2)
                : new String[] {decode(one.substring(0, end)), decode(one.substring(end + 1))};
        parameters.add(pair[0], pair.length == 1 ? "" : pair[1]);
      }
    }
    return parameters;
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid("The parameters cannot be decoded: " + e.getMessage());
    }
  }

  /** Returns parameters as a query string; a value that came twice is in it once. */
  static String encode(MultiValueMap<String, String> parameters) {
    return parameters.entrySet().stream()
        .flatMap(one ->
            one.getValue().stream()
                .distinct()
                .map(value -> encode(one.getKey()) + "=" + encode(value)))
        .collect(Collectors.joining("&"));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
