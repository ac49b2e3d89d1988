package org.reprise.ebms.web;

import java.util.List;
import java.util.Set;
import org.reprise.kit.security.FormSecurity;
import org.reprise.kit.security.PathRoles;
import org.reprise.kit.security.PathRoles.Rule;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;

/**
 * Who may use the API and the pages. Agreements decide with whom the service speaks and whom it
 * trusts, so an account of a back end, which sends and fetches messages, must not change them.
 */
@Configuration(proxyBeanMethods = false)
class Roles {
  /** May change agreements and mappings, and sees to partners. */
  static final String ADMIN = "admin";

  /** May send and fetch messages, and read agreements. */
  static final String MESSAGES = "messages";

  private static final String PAGES = "/ebms-admin";
  private static final Set<String> BOTH = Set.of(ADMIN, MESSAGES);

  @Bean
  PathRoles pathRoles() {
    return new PathRoles(
        List.of(
            new Rule(HttpMethod.GET, "/api/v1/agreements/**", BOTH),
            new Rule(HttpMethod.GET, "/api/v1/partners/**", BOTH),
            new Rule(null, "/api/v1/pings/**", BOTH),
            Rule.all("/api/v1/messages/**", MESSAGES),
            Rule.all("/api/v1/inbox/**", MESSAGES),
            Rule.all("/api/v1/events/**", MESSAGES),
            Rule.all("/api/**", ADMIN),
            Rule.all("/ebms-admin/messages/**", MESSAGES),
            Rule.all("/ebms-admin/events", MESSAGES),
            Rule.all("/ebms-admin/refused", MESSAGES),
            Rule.all("/ebms-admin/actions", ADMIN),
            new Rule(HttpMethod.GET, "/ebms-admin/**", BOTH),
            Rule.all("/ebms-admin/**", ADMIN)));
  }

  /** Secures the pages: each form has a token, since browsers log in for any site's forms. */
  @Bean
  @Order(1)
  SecurityFilterChain pages(HttpSecurity http, FormSecurity forms) {
    http.securityMatcher(PAGES, PAGES + "/**");
    CookieCsrfTokenRepository tokens = new CookieCsrfTokenRepository();
    tokens.setCookieCustomizer(cookie -> cookie.path(PAGES).httpOnly(true).sameSite("Strict"));
    return forms.chain(http, tokens, "frame-ancestors 'none'");
  }
}
