package org.reprise.ldx.admin;

import org.reprise.kit.security.FormSecurity;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** Security of the pages; service-kit refuses forms of other sites. */
@Configuration(proxyBeanMethods = false)
class AdminSecurity {
  @Bean
  @Order(1)
  SecurityFilterChain adminPages(HttpSecurity http, FormSecurity forms) {
    http.securityMatcher("/ldx/web", "/ldx/web/**");
    return forms.chain(http, null, "frame-ancestors 'none'");
  }
}
