package org.reprise.gc.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Lets a form count once. A double click sends it twice, and the browser shows the answer to the
 * second: that is the one to the first, whichever instance gets it. It is the same form where
 * everything in it is: its token against forgery is written anew into each page (it is masked with
 * random bytes), so that the same title on a page that was opened again counts again.
 */
@Component
class SentOnce implements HandlerInterceptor, WebMvcConfigurer {
  private static final Logger LOG = LoggerFactory.getLogger(SentOnce.class);
  private static final String CLAIMED = SentOnce.class.getName();
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final SentForms forms;

  SentOnce(SentForms forms) {
    this.forms = forms;
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(this).addPathPatterns(Layout.HOME + "/**", DialogPages.HOME + "/**");
  }

  @Override
  public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
      throws InterruptedException {
    if (!request.getMethod().equals("POST")) {
      return true;
    }
    byte[] id = id(request);
    long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
    while (!forms.claim(id)) {
      Optional<SentForms.Sent> sent = forms.find(id);
      String location = sent.map(SentForms.Sent::location).orElse(null);
      if (location != null) {
        repeat(location, sent.map(SentForms.Sent::cookie).orElse(null), response);
        return false;
      }
      if (System.nanoTime() - deadline > 0) {
        throw Refusal.conflict(
            "This form was sent twice, and what became of it the first time is not known yet."
                + " Look whether it is done before you send it again.");
      }
      Thread.sleep(PAUSE);
    }
    request.setAttribute(CLAIMED, id);
    return true;
  }

  private static void repeat(
      String location, @Nullable String cookie, HttpServletResponse response) {
    response.setStatus(HttpStatus.SEE_OTHER.value());
    response.setHeader(HttpHeaders.LOCATION, location);
    if (cookie != null) {
      response.addHeader(HttpHeaders.SET_COOKIE, cookie);
    }
  }

  @Override
  public void afterCompletion(
      HttpServletRequest request,
      HttpServletResponse response,
      Object handler,
      @Nullable Exception thrown) {
    if (!(request.getAttribute(CLAIMED) instanceof byte[] id)) {
      return;
    }
    String location = response.getHeader(HttpHeaders.LOCATION);
    try {
      if (response.getStatus() == HttpStatus.SEE_OTHER.value() && location != null) {
        forms.answered(id, location, undo(response));
      } else {
        forms.forget(id);
      }
    } catch (DataAccessException e) {
      LOG.warn("What became of a form was not kept: {}", e.getMessage());
    }
  }

  private static @Nullable String undo(HttpServletResponse response) {
    return response.getHeaders(HttpHeaders.SET_COOKIE).stream()
        .filter(cookie -> cookie.startsWith(Undo.COOKIE + "="))
        .findFirst()
        .orElse(null);
  }

  private static byte[] id(HttpServletRequest request) {
    MessageDigest hash;
    try {
      hash = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    add(hash, String.valueOf(request.getRemoteUser()));
    add(hash, request.getRequestURI());
    new TreeMap<>(request.getParameterMap())
        .forEach((name, values) -> {
          for (String value : values) {
            add(hash, name);
            add(hash, value);
          }
        });
    return hash.digest();
  }

  // With its length, so that two texts are never taken for two others.
  private static void add(MessageDigest hash, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    hash.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
    hash.update(bytes);
  }
}
