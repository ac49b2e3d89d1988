package org.reprise.lists.tenant;

import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * A library whose data nobody else sees.
 *
 * @param number the first part of the key of each of its rows
 * @param name what requests call it in {@code X-Okapi-Tenant}
 * @param zone where its days begin and end
 */
public record Tenant(short number, String name, ZoneId zone) {
  public Tenant(short number, String name) {
    this(number, name, ZoneOffset.UTC);
  }
}
