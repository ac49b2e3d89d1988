package org.reprise.kit.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/** Refuses the query parameters that a request to a {@link KnownParametersOnly} does not have. */
public final class UnknownParameters implements HandlerInterceptor {
  private final Map<Method, Set<String>> known = new ConcurrentHashMap<>();
  private final DefaultParameterNameDiscoverer names = new DefaultParameterNameDiscoverer();

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    String query = request.getQueryString();
    if (query == null
        || query.isEmpty()
        || !(handler instanceof HandlerMethod method)
        || !method.getBeanType().isAnnotationPresent(KnownParametersOnly.class)) {
      return true;
    }
    Set<String> allowed = known.computeIfAbsent(method.getMethod(), one -> parameters(method));
    for (String pair : query.split("&", -1)) {
      String name = name(pair);
      if (!pair.isEmpty() && !allowed.contains(name)) {
        throw problem(
            "There is no query parameter '%s' here; there is %s."
                .formatted(name, allowed.isEmpty() ? "none" : String.join(", ", allowed)));
      }
    }
    return true;
  }

  private static String name(String pair) {
    int equals = pair.indexOf('=');
    try {
      return URLDecoder.decode(
          equals < 0 ? pair : pair.substring(0, equals), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw problem("A query parameter has a name that cannot be decoded.");
    }
  }

  private Set<String> parameters(HandlerMethod method) {
    Set<String> found = new TreeSet<>();
    for (MethodParameter parameter : method.getMethodParameters()) {
      parameter.initParameterNameDiscovery(names);
      RequestParam one = parameter.getParameterAnnotation(RequestParam.class);
      if (one != null) {
        found.add(one.name().isEmpty() ? String.valueOf(parameter.getParameterName()) : one.name());
      } else if (parameter.hasParameterAnnotation(ModelAttribute.class)) {
        for (RecordComponent component : parameter.getParameterType().getRecordComponents()) {
          found.add(component.getName());
        }
      }
    }
    return found;
  }

  private static ErrorResponseException problem(String detail) {
    return new ErrorResponseException(
        HttpStatus.BAD_REQUEST,
        ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, detail),
        null);
  }
}
