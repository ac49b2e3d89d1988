package org.reprise.ebms.admin;

import org.reprise.kit.security.FormSecurity;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;

/**
 * Security of the pages. A browser sends its user's credentials with forms of any site: each form
 * carries a token that only our pages know.
 */
@Configuration(proxyBeanMethods = false)
class AdminSecurity {
  private static final String HOME = "/ebms-admin";

  @Bean
  @Order(1)
  SecurityFilterChain pages(HttpSecurity http, FormSecurity forms) {
    http.securityMatcher(HOME, HOME + "/**");
    CookieCsrfTokenRepository tokens = new CookieCsrfTokenRepository();
    tokens.setCookieCustomizer(cookie -> cookie.path(HOME).httpOnly(true).sameSite("Strict"));
    return forms.chain(http, tokens, "frame-ancestors 'none'");
  }
}
