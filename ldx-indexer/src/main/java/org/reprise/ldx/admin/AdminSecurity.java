package org.reprise.ldx.admin;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;

/** Lets the pages load and send nothing but their own, and no other site frame them. */
@Configuration(proxyBeanMethods = false)
class AdminSecurity {
  private static final String POLICY =
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self';"
          + " frame-ancestors 'none'; base-uri 'none'";

  @Bean
  @Order(1)
  SecurityFilterChain adminPages(HttpSecurity http) {
    http.securityMatcher("/ldx/web", "/ldx/web/**")
        .authorizeHttpRequests(
            requests -> requests.anyRequest().hasAnyAuthority("ROLE_admin", "SCOPE_admin"))
        .httpBasic(Customizer.withDefaults())
        // The kit refuses forms of other sites.
        .csrf(AbstractHttpConfigurer::disable)
        .sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .requestCache(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .headers(
            headers -> headers.contentSecurityPolicy(policy -> policy.policyDirectives(POLICY)));
    return http.build();
  }
}
