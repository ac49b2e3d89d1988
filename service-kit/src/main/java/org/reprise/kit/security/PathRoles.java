package org.reprise.kit.security;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;

/**
 * The roles that a service's paths require. Without a bean of this type, every account may do
 * everything.
 *
 * @param rules the first that matches a request applies; without a match every account is allowed
 */
public record PathRoles(List<Rule> rules) {
  public PathRoles {
    rules = List.copyOf(rules);
  }

  /**
   * The roles that some requests require.
   *
   * @param method of the request; null for all
   * @param path a pattern such as {@code /api/v1/agreements/**}
   * @param roles of which the caller must have one: as a role of an account, or as a scope of a
   *     bearer token
   */
  public record Rule(@Nullable HttpMethod method, String path, Set<String> roles) {
    public Rule {
      roles = Set.copyOf(roles);
    }

    /** Returns the rule that all requests to a path require one role. */
    public static Rule all(String path, String role) {
      return new Rule(null, path, Set.of(role));
    }

    String[] authorities() {
      return roles.stream()
          .flatMap(role -> Stream.of("ROLE_" + role, "SCOPE_" + role))
          .toArray(String[]::new);
    }
  }

  Set<String> roles() {
    return rules.stream().flatMap(rule -> rule.roles().stream()).collect(Collectors.toSet());
  }
}
