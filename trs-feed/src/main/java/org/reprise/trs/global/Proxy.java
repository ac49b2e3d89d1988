package org.reprise.trs.global;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.reprise.kit.error.ErrorShape;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Forwards requests for global configurations to their server, as the applications of the report
 * did (workload B: QM_OSLCSim and RM_OSLCSim ask the global configurations' application by the
 * proxies of theirs). Only GET, only paths below {@code /gc/}, only to that one server, with this
 * application's credentials there: the caller's stay here.
 */
@Component
@Order(Proxy.AFTER_AUTHENTICATION)
final class Proxy extends OncePerRequestFilter {
  // After the filters that authenticate the caller.
  static final int AFTER_AUTHENTICATION = 7;

  private static final Logger LOG = LoggerFactory.getLogger(Proxy.class);
  private static final int MAX_BUFFERED = 64 * 1024;
  // Nothing that is encoded, and no segment that begins with a dot: the other server reads the
  // path that is checked here.
  private static final Pattern FORWARDED_PATH =
      Pattern.compile("/gc(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,199}){1,10}");
  private static final Pattern FORWARDED = Pattern.compile("[ -~\\t]*");

  private static final List<String> REQUEST_HEADERS =
      List.of(
          HttpHeaders.ACCEPT,
          HttpHeaders.IF_NONE_MATCH,
          "Configuration-Context",
          "OSLC-Core-Version");

  private static final List<String> RESPONSE_HEADERS =
      List.of(
          HttpHeaders.CONTENT_TYPE,
          HttpHeaders.ETAG,
          HttpHeaders.VARY,
          HttpHeaders.CACHE_CONTROL,
          HttpHeaders.LINK,
          HttpHeaders.RETRY_AFTER,
          "OSLC-Core-Version",
          "Configuration-Context");

  private final GlobalServer server;
  private final List<Application> applications;
  private final ErrorShape shape;

  Proxy(GlobalServer server, Applications applications, ErrorShape shape) {
    this.server = server;
    this.applications =
        applications.withResources().stream().filter(Application::isVersioned).toList();
    this.shape = shape;
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return applications.stream()
        .noneMatch(one -> request.getRequestURI().startsWith("/" + one.path() + "/proxy/"));
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    try {
      if (!server.isSet()) {
        throw Refusal.notFound(
            "There is no server of global configurations;"
                + " reprise.trs.global-configurations.base-uri is not set.");
      }
      if (!request.getMethod().equals(HttpMethod.GET.name())) {
        response.setHeader(HttpHeaders.ALLOW, HttpMethod.GET.name());
        throw new Refusal(HttpStatus.METHOD_NOT_ALLOWED, "The proxy forwards GET only.");
      }
      forward(address(request), headers(request), response);
    } catch (Refusal e) {
      e.getHeaders().forEach((name, values) -> response.setHeader(name, values.getFirst()));
      shape.send(request, response, e.status(), e.reason());
    }
  }

  private URI address(HttpServletRequest request) {
    String uri = request.getRequestURI();
    String path = uri.substring(uri.indexOf("/proxy/") + "/proxy".length());
    String query = request.getQueryString();
    try {
      if (FORWARDED_PATH.matcher(path).matches()) {
        return new URI(server.baseUri() + path + (query == null ? "" : "?" + query));
      }
    } catch (URISyntaxException e) {
      // Rejected below.
    }
    throw Refusal.notFound("The proxy forwards paths below /gc/, without encoded characters.");
  }

  private void forward(URI address, Map<String, String> headers, HttpServletResponse response)
      throws IOException {
    try (GlobalServer.Response answer = server.get(address, headers, false)) {
      respond(answer, response);
    } catch (Refusal e) {
      if (response.isCommitted()) {
        // The connection is closed, so that the caller sees that the rest is missing.
        throw new IOException(e);
      }
      LOG.debug("{}: {}", address, e.reason());
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a request was forwarded", e);
    }
  }

  private static Map<String, String> headers(HttpServletRequest request) {
    Map<String, String> headers = new HashMap<>();
    for (String name : REQUEST_HEADERS) {
      List<String> values = Collections.list(request.getHeaders(name));
      if (!values.isEmpty()) {
        headers.put(name, String.join(", ", values));
      }
    }
    if (headers.values().stream().anyMatch(value -> !FORWARDED.matcher(value).matches())) {
      throw Refusal.invalid(
          "One of %s has characters that are not forwarded.".formatted(REQUEST_HEADERS));
    }
    return headers;
  }

  private static void respond(GlobalServer.Response answer, HttpServletResponse response)
      throws IOException {
    int status = answer.head().status();
    if (status == HttpStatus.SERVICE_UNAVAILABLE.value()) {
      Refusal busy = GlobalServer.unavailable("The global configurations' server is busy.");
      String retryAfter = answer.head().headers().getFirst(HttpHeaders.RETRY_AFTER);
      if (retryAfter != null) {
        busy.getHeaders().set(HttpHeaders.RETRY_AFTER, retryAfter);
      }
      throw busy;
    }
    if (!isForCaller(status)) {
      throw GlobalServer.unusable(
          "The global configurations' server answers %d.".formatted(status));
    }
    long length = answer.head().length();
    if (length >= 0 && length <= MAX_BUFFERED) {
      // Read whole before the answer begins, so that a fault is answered as one.
      ByteArrayOutputStream body = new ByteArrayOutputStream((int) length);
      answer.copyTo(body);
      setHead(answer, response);
      response.setContentLength(body.size());
      body.writeTo(response.getOutputStream());
      return;
    }
    setHead(answer, response);
    if (length > 0) {
      response.setContentLengthLong(length);
    }
    if (status != HttpStatus.NOT_MODIFIED.value()) {
      response.flushBuffer();
      answer.copyTo(response.getOutputStream());
    }
  }

  // Redirections would lead past the proxy, and the credentials that a 401 asks for are ours.
  private static boolean isForCaller(int status) {
    return status / 100 == 2
        || status == HttpStatus.NOT_MODIFIED.value()
        || status / 100 == 4
            && status != HttpStatus.UNAUTHORIZED.value()
            && status != HttpStatus.PROXY_AUTHENTICATION_REQUIRED.value();
  }

  private static void setHead(GlobalServer.Response answer, HttpServletResponse response) {
    response.setStatus(answer.head().status());
    for (String name : RESPONSE_HEADERS) {
      List<String> values = answer.head().headers().getOrEmpty(name);
      if (!values.isEmpty()) {
        response.setHeader(name, values.getFirst());
        values.stream().skip(1).forEach(value -> response.addHeader(name, value));
      }
    }
  }
}
