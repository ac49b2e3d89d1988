package org.reprise.content.web;

import java.util.List;
import java.util.Set;
import org.reprise.kit.security.PathRoles;
import org.reprise.kit.security.PathRoles.Rule;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.core.Authentication;

/** Who may read, who may write, and who may change how the service works. */
@Configuration(proxyBeanMethods = false)
public class Roles {
  /** May read documents and search them. */
  public static final String READER = "reader";

  /** May also add, change and delete documents. */
  public static final String EDITOR = "editor";

  /** May also use {@code /admin}. */
  public static final String ADMIN = "admin";

  private static final Set<String> READERS = Set.of(READER, EDITOR, ADMIN);
  private static final Set<String> EDITORS = Set.of(EDITOR, ADMIN);
  private static final Set<String> AUTHORITIES_OF_EDITORS =
      Set.of("ROLE_" + EDITOR, "SCOPE_" + EDITOR, "ROLE_" + ADMIN, "SCOPE_" + ADMIN);

  @Bean
  PathRoles pathRoles() {
    return new PathRoles(
        List.of(
            Rule.all("/admin/**", ADMIN),
            // A query may come by POST: the action decides.
            new Rule(null, "/cmis/browser/**", READERS),
            new Rule(HttpMethod.GET, "/**", READERS),
            new Rule(HttpMethod.HEAD, "/**", READERS),
            new Rule(HttpMethod.OPTIONS, "/**", READERS),
            new Rule(null, "/**", EDITORS)));
  }

  /** Returns whether a caller may add, change and delete documents. */
  public static boolean mayWrite(Authentication caller) {
    return caller.getAuthorities().stream()
        .anyMatch(it -> AUTHORITIES_OF_EDITORS.contains(it.getAuthority()));
  }
}
