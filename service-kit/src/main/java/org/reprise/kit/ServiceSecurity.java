package org.reprise.kit;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.web.BearerTokenAuthenticationEntryPoint;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.firewall.RequestRejectedHandler;

/**
 * Nothing but health is open. HTTP Basic (RFC 7617) from the configured accounts; bearer tokens
 * (RFC 6750) where {@code spring.security.oauth2.resourceserver.jwt.issuer-uri} is set. No session,
 * hence no CSRF token: a service with forms adds its own chain.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SecurityProperties.class)
class ServiceSecurity {
  private static final String BCRYPT = "{bcrypt}";
  private static final int BCRYPT_STRENGTH = 10;

  /**
   * None: a span for each filter and each decision costs more than a small request's own work, and
   * the request itself is counted and timed all the same.
   */
  @Bean
  SecurityObservationSettings securityObservationSettings() {
    return SecurityObservationSettings.noObservations();
  }

  @Bean
  PasswordEncoder passwordEncoder(SecurityProperties properties) {
    PasswordEncoder bcrypt = new BCryptPasswordEncoder(BCRYPT_STRENGTH);
    return properties.verificationCacheTtl().isZero()
        ? bcrypt
        : new RememberingPasswordEncoder(bcrypt, properties.verificationCacheTtl());
  }

  @Bean
  UserDetailsService userDetailsService(
      SecurityProperties properties,
      PasswordEncoder encoder,
      ObjectProvider<JwtDecoder> tokens,
      ObjectProvider<PathRoles> pathRoles) {
    Set<String> known = pathRoles.getIfAvailable(() -> new PathRoles(List.of())).roles();
    List<UserDetails> accounts = new ArrayList<>();
    if (properties.password() != null) {
      accounts.add(account(properties.username(), properties.password(), known, encoder));
    }
    for (SecurityProperties.User user : properties.users()) {
      if (!known.containsAll(user.roles())) {
        throw new IllegalArgumentException(
            "reprise.security.users: '%s' has the roles %s, and there are the roles %s"
                .formatted(user.username(), user.roles(), known));
      }
      accounts.add(account(user.username(), user.password(), user.roles(), encoder));
    }
    if (accounts.isEmpty() && tokens.getIfAvailable() == null) {
      throw new MissingCredentials();
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
  SecurityFilterChain serviceSecurityFilterChain(
      HttpSecurity http, ObjectProvider<JwtDecoder> tokens, ObjectProvider<PathRoles> pathRoles) {
    http.authorizeHttpRequests(
            requests -> {
              requests
                  // What failed before it came here keeps its status; nobody can ask for it.
                  .dispatcherTypeMatchers(DispatcherType.ERROR)
                  .permitAll()
                  .requestMatchers("/actuator/health", "/actuator/health/**")
                  .permitAll();
              pathRoles.ifAvailable(roles ->
                  roles
                      .rules()
                      .forEach(rule ->
                          requests
                              .requestMatchers(rule.method(), rule.path())
                              .hasAnyAuthority(rule.authorities())));
              requests.anyRequest().authenticated();
            })
        .exceptionHandling(failures -> failures.accessDeniedHandler(ServiceSecurity::forbidden))
        .sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .requestCache(AbstractHttpConfigurer::disable)
        .csrf(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .httpBasic(basic -> basic.authenticationEntryPoint(ServiceSecurity::unauthorized));
    if (tokens.getIfAvailable() != null) {
      http.oauth2ResourceServer(server ->
          server
              .jwt(jwt -> {})
              .authenticationEntryPoint(ServiceSecurity::unauthorizedToken)
              .accessDeniedHandler(ServiceSecurity::forbidden));
    }
    return http.build();
  }

  private static void unauthorized(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException reason)
      throws IOException {
    response.setStatus(HttpStatus.UNAUTHORIZED.value());
    response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"reprise\", charset=\"UTF-8\"");
    writeUnauthorized(response);
  }

  private static void forbidden(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException reason)
      throws IOException {
    response.setStatus(HttpStatus.FORBIDDEN.value());
    writeProblem(
        response,
        """
        {"type":"about:blank","title":"Forbidden","status":403,\
        "detail":"The account or token lacks the role that this asks for."}\
        """);
  }

  // RFC 6750, section 3: status and challenge say what is wrong with the token.
  private static void unauthorizedToken(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException reason)
      throws IOException {
    new BearerTokenAuthenticationEntryPoint().commence(request, response, reason);
    writeUnauthorized(response);
  }

  /** Paths that mean one thing to a filter and another to a handler, and their like. */
  @Bean
  RequestRejectedHandler requestRejectedHandler() {
    return (request, response, rejected) -> {
      response.setStatus(HttpStatus.BAD_REQUEST.value());
      writeProblem(
          response,
          """
          {"type":"about:blank","title":"Bad Request","status":400,\
          "detail":"The request's path or headers hold what is not allowed there."}\
          """);
    };
  }

  private static void writeUnauthorized(HttpServletResponse response) throws IOException {
    writeProblem(
        response,
        """
        {"type":"about:blank","title":"Unauthorized","status":401,\
        "detail":"Send the service's credentials: HTTP Basic, or a bearer token where an issuer is configured."}\
        """);
  }

  private static void writeProblem(HttpServletResponse response, String problem)
      throws IOException {
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.getWriter().write(problem);
  }
}
