package org.reprise.kit.security;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;

/**
 * Which roles a service's paths ask for. A service that has roles defines one bean of this type;
 * without one, every account may do everything.
 *
 * @param rules the first that fits a request counts; a request that none fits is for every account
 */
public record PathRoles(List<Rule> rules) {
  public PathRoles {
    rules = List.copyOf(rules);
  }

  /**
   * What some requests ask for.
   *
   * @param method of the request; null for all
   * @param path a pattern such as {@code /api/v1/agreements/**}
   * @param roles of which the caller must have one: as a role of an account, or as a scope of a
   *     bearer token
   */
  public record Rule(@Nullable HttpMethod method, String path, Set<String> roles) {
    /** Copies; refuses a rule that no account could fulfil. */
    public Rule {
      roles = Set.copyOf(roles);
      if (roles.isEmpty()) {
        throw new IllegalArgumentException("a rule for " + path + " without a role");
      }
    }

    /** All requests to a path ask for one role. */
    public static Rule all(String path, String role) {
      return new Rule(null, path, Set.of(role));
    }

    String[] authorities() {
      return roles.stream()
          .flatMap(role -> java.util.stream.Stream.of("ROLE_" + role, "SCOPE_" + role))
          .toArray(String[]::new);
    }
  }

  Set<String> roles() {
    Set<String> all = new LinkedHashSet<>();
    rules.forEach(rule -> all.addAll(rule.roles()));
    return all;
  }
}
