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
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Rejects query parameters that a method of a {@link KnownParametersOnly} does not take. */
public final class UnknownParameters implements HandlerInterceptor, WebMvcConfigurer {
  private final Map<Method, Set<String>> known = new ConcurrentHashMap<>();
  private final DefaultParameterNameDiscoverer names = new DefaultParameterNameDiscoverer();

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(this);
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    String query = request.getQueryString();
    if (query == null
        || !(handler instanceof HandlerMethod method)
        || !method.getBeanType().isAnnotationPresent(KnownParametersOnly.class)) {
      return true;
    }
    Set<String> allowed = known.computeIfAbsent(method.getMethod(), one -> parameters(method));
    for (String pair : query.split("&", -1)) {
      // WellFormedRequestFilter let it through, so that it can be decoded.
      String name = URLDecoder.decode(pair.split("=", 2)[0], StandardCharsets.UTF_8);
      if (!pair.isEmpty() && !allowed.contains(name)) {
        String detail =
            "Unknown query parameter '%s'; known: %s."
                .formatted(name, allowed.isEmpty() ? "none" : String.join(", ", allowed));
        throw new ResponseStatusException(HttpStatus.BAD_REQUEST, detail);
      }
    }
    return true;
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
}
