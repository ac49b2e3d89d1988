package org.reprise.lists.tenant;

import java.util.Objects;

/**
 * A library whose data nobody else sees.
 *
 * @param number the first part of the key of each of its rows
 * @param name what requests call it in {@code X-Okapi-Tenant}
 */
public record Tenant(short number, String name) {
  public Tenant {
    Objects.requireNonNull(name);
  }
}
