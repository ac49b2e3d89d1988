package org.reprise.gc.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.apache.commons.codec.digest.DigestUtils;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/**
 * Lets a form count once within an hour. A double click sends it twice, and the browser shows the
 * answer to the second: that is the one to the first, whichever instance gets it. Two forms are the
 * same where all their fields are: the token against forgery differs in each page (it is masked
 * with random bytes), so that the same title on a page that was opened again counts again.
 */
@Component
class SentForms implements HandlerInterceptor, WebMvcConfigurer {
  private static final Logger LOG = LoggerFactory.getLogger(SentForms.class);
  private static final String CLAIMED = SentForms.class.getName();
  // A change may wait 25 seconds for a lock (reprise.database.lock-timeout).
  private static final Duration MAX_WAIT = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final JdbcClient jdbc;

  SentForms(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * The answer to a form.
   *
   * @param location null for none yet
   * @param cookie null if the answer has none
   */
  private record Answer(@Nullable String location, @Nullable String cookie) {}

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(this).addPathPatterns(Forms.HOME + "/**", DialogPages.HOME + "/**");
  }

  @Override
  public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
      throws InterruptedException {
    if (!request.getMethod().equals("POST")) {
      return true;
    }
    byte[] id = id(request);
    long deadline = System.nanoTime() + MAX_WAIT.toNanos();
    while (!claim(id)) {
      Answer first =
          jdbc.sql("select location, cookie from sent_form where id = ?")
              .param(id)
              .query((row, n) -> new Answer(row.getString(1), row.getString(2)))
              .optional()
              .orElse(null);
      if (first != null && first.location() != null) {
        repeat(first.location(), first.cookie(), response);
        return false;
      }
      if (System.nanoTime() - deadline > 0) {
        throw Refusal.conflict(
            "This form was sent twice, and the result of the first time is not known yet."
                + " Check whether it is done before you send it again.");
      }
      Thread.sleep(PAUSE);
    }
    request.setAttribute(CLAIMED, id);
    return true;
  }

  private boolean claim(byte[] id) {
    jdbc.sql(
            """
            delete from sent_form where id in (
              select id from sent_form where sent < now() - interval '1 hour'
              limit 100 for update skip locked)\
            """)
        .update();
    return jdbc.sql("insert into sent_form (id) values (?) on conflict do nothing")
            .param(id)
            .update()
        == 1;
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
        jdbc.sql("update sent_form set location = ?, cookie = ? where id = ?")
            .param(location)
            .param(undo(response))
            .param(id)
            .update();
      } else {
        // It changed nothing, and can be sent again.
        jdbc.sql("delete from sent_form where id = ?").param(id).update();
      }
    } catch (DataAccessException e) {
      LOG.warn("Cannot record the result of a form: {}", e.getMessage());
    }
  }

  private static @Nullable String undo(HttpServletResponse response) {
    return response.getHeaders(HttpHeaders.SET_COOKIE).stream()
        .filter(cookie -> cookie.startsWith(Undo.COOKIE + "="))
        .findFirst()
        .orElse(null);
  }

  private static byte[] id(HttpServletRequest request) {
    return DigestUtils.sha256(
        JsonMapper.shared()
            .writeValueAsBytes(
                List.of(
                    String.valueOf(request.getRemoteUser()),
                    request.getRequestURI(),
                    new TreeMap<>(request.getParameterMap()))));
  }
}
