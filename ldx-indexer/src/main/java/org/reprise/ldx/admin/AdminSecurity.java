package org.reprise.ldx.admin;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.session.NullAuthenticatedSessionStrategy;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;

/**
 * The pages have forms, and a browser sends its user's credentials with forms of any site: each
 * form carries a token that only our pages know (CSRF). Nothing of another site is loaded or
 * framed.
 */
@Configuration(proxyBeanMethods = false)
class AdminSecurity {
  private static final String POLICY =
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self';"
          + " frame-ancestors 'none'; base-uri 'none'";

  @Bean
  @Order(1)
  SecurityFilterChain adminPages(HttpSecurity http) {
    CookieCsrfTokenRepository tokens = new CookieCsrfTokenRepository();
    tokens.setCookieCustomizer(cookie -> cookie.path("/ldx/web").httpOnly(true).sameSite("Strict"));
    http.securityMatcher("/ldx/web", "/ldx/web/**")
        .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
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
            headers -> headers.contentSecurityPolicy(policy -> policy.policyDirectives(POLICY)));
    return http.build();
  }
}
