package org.reprise.kit.security;

import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.ErrorShape;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfFilter;

/**
 * Security of pages with forms: the same credentials and roles as elsewhere, and a browser loads
 * and sends nothing but the service's own.
 *
 * @param service what holds for the whole service
 */
public record FormSecurity(Customizer<HttpSecurity> service, ErrorShape shape) {
  private static final String POLICY =
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; ";
  private static final String NO_TOKEN =
      "The page with this form was opened before the browser was started again, or is of another"
          + " site. Nothing was changed: open the page again, then send the form.";

  /**
   * Builds the filter chain of the pages that {@code http} matches.
   *
   * @param tokens of forms, against forgery; null where {@link CrossSiteFilter} is enough
   * @param policy further directives of {@code Content-Security-Policy}: who may frame the pages
   */
  public SecurityFilterChain chain(
      HttpSecurity http, @Nullable CookieCsrfTokenRepository tokens, String policy) {
    service.customize(http);
    http.headers(headers ->
        headers.contentSecurityPolicy(content -> content.policyDirectives(POLICY + policy)));
    if (tokens != null) {
      CsrfFilter filter = new CsrfFilter(tokens);
      filter.setAccessDeniedHandler((request, response, reason) ->
          shape.send(request, response, HttpStatus.FORBIDDEN, NO_TOKEN));
      // It reads the form. At Spring's own place it would do so before the caller is authenticated.
      http.addFilterAfter(filter, AuthorizationFilter.class);
    }
    return http.build();
  }
}
