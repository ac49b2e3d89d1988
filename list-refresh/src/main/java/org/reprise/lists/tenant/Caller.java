package org.reprise.lists.tenant;

import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who sent a request, as the gateway says in {@code X-Okapi-Tenant}, {@code X-Okapi-User-Id} and
 * {@code X-Okapi-Permissions}.
 *
 * @param user who asks; null where the gateway names nobody
 * @param permissions the desired permissions that the gateway found for the user
 */
public record Caller(Tenant tenant, @Nullable UUID user, Set<String> permissions) {
  public Caller {
    permissions = Set.copyOf(permissions);
  }
}
