package org.reprise.gc.web;

import org.reprise.gc.installation.ResourceUris;
import org.reprise.kit.security.FormSecurity;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;

/**
 * Pages and dialogs have forms, and a browser sends its user's credentials with forms of any site:
 * each form carries a token that only our pages know (CSRF). Nothing of another site is loaded.
 * Pages cannot be framed; dialogs are made for it, by the sites that are configured.
 */
@Configuration(proxyBeanMethods = false)
class WebSecurity {
  @Bean
  @Order(1)
  SecurityFilterChain pages(HttpSecurity http, FormSecurity forms) {
    http.securityMatcher("/gc/web", "/gc/web/**");
    CookieCsrfTokenRepository tokens = new CookieCsrfTokenRepository();
    tokens.setCookieCustomizer(cookie -> cookie.path("/gc/web").httpOnly(true).sameSite("Strict"));
    return forms.chain(http, tokens, "frame-ancestors 'none'");
  }

  @Bean
  @Order(2)
  SecurityFilterChain dialogs(
      HttpSecurity http, FormSecurity forms, DialogSettings settings, ResourceUris uris) {
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
    return forms.chain(
        http,
        tokens,
        "script-src 'self'; frame-ancestors 'self' " + String.join(" ", settings.frameAncestors()));
  }
}
