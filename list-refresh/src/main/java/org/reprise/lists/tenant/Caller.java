package org.reprise.lists.tenant;

import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who sent a request, as the gateway says in {@code X-Okapi-Tenant} and {@code X-Okapi-User-Id}.
 *
 * @param tenant whose data is meant
 * @param user who asks; null where the gateway names nobody
 */
public record Caller(Tenant tenant, @Nullable UUID user) {
  /** Checks that there is a tenant. */
  public Caller {
    Objects.requireNonNull(tenant);
  }
}
