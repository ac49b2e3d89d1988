package org.reprise.kit.security;

import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.reprise.kit.error.ErrorShape;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.web.BearerTokenAuthenticationEntryPoint;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.firewall.RequestRejectedHandler;

/**
 * Opens nothing but health. HTTP Basic (RFC 7617) from the configured accounts; bearer tokens (RFC
 * 6750) for one of the configured audiences where {@code
 * spring.security.oauth2.resourceserver.jwt.issuer-uri} is set. No session, and no CSRF token:
 * {@link CrossSiteFilter} rejects requests of other sites.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SecurityProperties.class)
public class ServiceSecurity {
  private static final String BCRYPT = "{bcrypt}";
  private static final int BCRYPT_STRENGTH = 10;
  private static final Duration CHECK_TIMEOUT = Duration.ofSeconds(5);
  private static final String AUDIENCES = "spring.security.oauth2.resourceserver.jwt.audiences";
  private static final String SEND_CREDENTIALS =
      "Send the service's credentials: HTTP Basic, or a bearer token where an issuer is"
          + " configured.";
  private static final String TOO_MANY_CHECKS = "Too many passwords are being checked. Try again.";

  // A span for each filter and decision costs more than a small request, which is counted anyway.
  @Bean
  SecurityObservationSettings securityObservationSettings() {
    return SecurityObservationSettings.noObservations();
  }

  @Bean
  PasswordEncoder passwordEncoder(SecurityProperties properties) {
    Duration cacheTtl = properties.verificationCacheTtl();
    PasswordEncoder bcrypt =
        new BoundedPasswordEncoder(
            new BCryptPasswordEncoder(BCRYPT_STRENGTH),
            maxChecks(cacheTtl, Runtime.getRuntime().availableProcessors()),
            CHECK_TIMEOUT);
    return cacheTtl.isZero()
        ? bcrypt
        : new CachingPasswordEncoder(bcrypt, cacheTtl, Ticker.systemTicker());
  }

  /**
   * Returns how many passwords are checked at a time. Half of the processors stay for health and
   * for requests whose password is cached; without a cache every request is a check.
   */
  static int maxChecks(Duration cacheTtl, int processors) {
    return cacheTtl.isZero() ? processors : Math.max(1, processors / 2);
  }

  @Bean
  UserDetailsService userDetailsService(
      SecurityProperties properties,
      PasswordEncoder encoder,
      ObjectProvider<JwtDecoder> tokens,
      ObjectProvider<PathRoles> pathRoles,
      Environment environment) {
    if (tokens.getIfAvailable() != null
        && Binder.get(environment)
            .bind(AUDIENCES, Bindable.listOf(String.class))
            .orElse(List.of())
            .isEmpty()) {
      throw new IllegalStateException(
          AUDIENCES
              + " is not set: every token of the issuer would be accepted, whoever it is for.");
    }
    Set<String> known = pathRoles.getIfAvailable(() -> new PathRoles(List.of())).roles();
    List<UserDetails> accounts = new ArrayList<>();
    if (properties.password() != null) {
      accounts.add(account(properties.username(), properties.password(), known, encoder));
    }
    for (SecurityProperties.User user : properties.users()) {
      if (!known.containsAll(user.roles())) {
        throw new IllegalArgumentException(
            "reprise.security.users: '%s' has the roles %s; known roles are %s"
                .formatted(user.username(), user.roles(), known));
      }
      accounts.add(account(user.username(), user.password(), user.roles(), encoder));
    }
    if (accounts.isEmpty() && tokens.getIfAvailable() == null) {
      throw new IllegalStateException(
          "reprise.security.password is not set and no token issuer is configured: set"
              + " REPRISE_SECURITY_PASSWORD, or"
              + " spring.security.oauth2.resourceserver.jwt.issuer-uri. There is no default"
              + " password.");
    }
    return new InMemoryUserDetailsManager(accounts);
  }

  private static UserDetails account(
      String username, String password, Set<String> roles, PasswordEncoder encoder) {
    String hash =
        password.startsWith(BCRYPT)
            ? password.substring(BCRYPT.length())
            : Objects.requireNonNull(encoder.encode(password));
    return User.withUsername(username).password(hash).roles(roles.toArray(String[]::new)).build();
  }

  @Bean
  SecurityFilterChain serviceSecurityFilterChain(HttpSecurity http, FormSecurity security) {
    security.service().customize(http);
    return http.build();
  }

  @Bean
  FormSecurity formSecurity(
      ErrorShape shape, ObjectProvider<JwtDecoder> tokens, ObjectProvider<PathRoles> pathRoles) {
    return new FormSecurity(http -> protect(http, tokens, pathRoles, shape), shape);
  }

  private static void protect(
      HttpSecurity http,
      ObjectProvider<JwtDecoder> tokens,
      ObjectProvider<PathRoles> pathRoles,
      ErrorShape shape) {
    AccessDeniedHandler forbidden = forbidden(shape);
    http.authorizeHttpRequests(
            requests -> {
              requests.requestMatchers("/actuator/health", "/actuator/health/**").permitAll();
              pathRoles.ifAvailable(roles ->
                  roles
                      .rules()
                      .forEach(rule ->
                          requests
                              .requestMatchers(rule.method(), rule.path())
                              .hasAnyAuthority(rule.authorities())));
              requests.anyRequest().authenticated();
            })
        .exceptionHandling(failures -> failures.accessDeniedHandler(forbidden))
        .sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .csrf(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .httpBasic(basic -> basic.authenticationEntryPoint(basicEntryPoint(shape)));
    if (tokens.getIfAvailable() != null) {
      http.oauth2ResourceServer(server ->
          server
              .jwt(jwt -> {})
              .authenticationEntryPoint(tokenEntryPoint(shape))
              .accessDeniedHandler(forbidden));
    }
  }

  private static AuthenticationEntryPoint basicEntryPoint(ErrorShape shape) {
    return (request, response, reason) -> {
      if (reason instanceof AuthenticationServiceException) {
        response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(CHECK_TIMEOUT.toSeconds()));
        shape.send(request, response, HttpStatus.SERVICE_UNAVAILABLE, TOO_MANY_CHECKS);
        return;
      }
      response.setHeader(
          HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"reprise\", charset=\"UTF-8\"");
      shape.send(request, response, HttpStatus.UNAUTHORIZED, SEND_CREDENTIALS);
    };
  }

  private static AccessDeniedHandler forbidden(ErrorShape shape) {
    return (request, response, reason) ->
        shape.send(
            request,
            response,
            HttpStatus.FORBIDDEN,
            "The account or token lacks the role that this requires.");
  }

  // RFC 6750, section 3: status and challenge say what is wrong with the token.
  private static AuthenticationEntryPoint tokenEntryPoint(ErrorShape shape) {
    BearerTokenAuthenticationEntryPoint challenge = new BearerTokenAuthenticationEntryPoint();
    return (request, response, reason) -> {
      challenge.commence(request, response, reason);
      HttpStatus status = HttpStatus.valueOf(response.getStatus());
      shape.send(request, response, status, SEND_CREDENTIALS);
    };
  }

  // Paths that mean one thing to a filter and another to a handler, for example.
  @Bean
  RequestRejectedHandler requestRejectedHandler(ErrorShape shape) {
    return (request, response, rejected) ->
        shape.send(
            request,
            response,
            HttpStatus.BAD_REQUEST,
            "The request's method, path or headers hold what is not allowed there.");
  }
}
