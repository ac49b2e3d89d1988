package org.reprise.kit.security;

import org.jspecify.annotations.Nullable;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.session.NullAuthenticatedSessionStrategy;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;

/**
 * Security of pages with forms: the same credentials and roles as elsewhere, and a browser loads
 * and sends nothing but the service's own.
 */
public final class FormSecurity {
  private static final String POLICY =
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; ";

  private final Customizer<HttpSecurity> service;

  FormSecurity(Customizer<HttpSecurity> service) {
    this.service = service;
  }

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
    if (tokens == null) {
      http.csrf(AbstractHttpConfigurer::disable);
    } else {
      // Each request brings its credentials: a new token with each, as after a login, would make
      // the one of the page that is shown worthless when the page's style is loaded.
      http.csrf(csrf ->
          csrf.csrfTokenRepository(tokens)
              .sessionAuthenticationStrategy(new NullAuthenticatedSessionStrategy()));
    }
    return http.build();
  }
}
