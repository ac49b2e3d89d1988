package org.reprise.gc.web;

import org.reprise.gc.installation.ResourceUris;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.session.NullAuthenticatedSessionStrategy;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;

/**
 * Pages and dialogs have forms, and a browser sends its user's credentials with forms of any site:
 * each form carries a token that only our pages know (CSRF). Nothing of another site is loaded.
 * Pages cannot be framed; dialogs are made for it, by the sites that are configured.
 */
@Configuration(proxyBeanMethods = false)
class WebSecurity {
  private static final String OWN =
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none';";
  private static final String PAGES = OWN + " frame-ancestors 'none'";
  private static final String DIALOGS = OWN + " script-src 'self'; frame-ancestors 'self' ";

  @Bean
  @Order(1)
  SecurityFilterChain pages(HttpSecurity http) {
    http.securityMatcher("/gc/web", "/gc/web/**");
    CookieCsrfTokenRepository tokens = new CookieCsrfTokenRepository();
    tokens.setCookieCustomizer(cookie -> cookie.path("/gc/web").httpOnly(true).sameSite("Strict"));
    return forms(http, tokens, PAGES);
  }

  @Bean
  @Order(2)
  SecurityFilterChain dialogs(HttpSecurity http, DialogSettings settings, ResourceUris uris) {
    http.securityMatcher("/gc/dialogs/**");
    // The answer to a form in a frame of another site has its cookie only so; browsers take that
    // with TLS alone.
    boolean hasTls = uris.base().startsWith("https:");
    CookieCsrfTokenRepository tokens = new CookieCsrfTokenRepository();
    tokens.setCookieName("DIALOG-TOKEN");
    tokens.setCookieCustomizer(cookie ->
        cookie
            .path("/gc/dialogs")
            .httpOnly(true)
            .secure(hasTls)
            .sameSite(hasTls ? "None" : "Strict"));
    http.headers(headers -> headers.frameOptions(HeadersConfigurer.FrameOptionsConfig::disable));
    return forms(http, tokens, DIALOGS + String.join(" ", settings.frameAncestors()));
  }

  private static SecurityFilterChain forms(
      HttpSecurity http, CookieCsrfTokenRepository tokens, String policy) {
    http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
        .httpBasic(Customizer.withDefaults())
        // Each request brings its credentials: a new token with each, as after a login, would make
        // the one of the page that is shown worthless when the page's style is loaded.
        .csrf(csrf ->
            csrf.csrfTokenRepository(tokens)
                .sessionAuthenticationStrategy(new NullAuthenticatedSessionStrategy()))
        .sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .requestCache(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .headers(
            headers -> headers.contentSecurityPolicy(content -> content.policyDirectives(policy)));
    return http.build();
  }
}
