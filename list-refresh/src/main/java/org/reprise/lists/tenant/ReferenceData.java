package org.reprise.lists.tenant;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** The ids of what every tenant has from the start: {@code db/reference-data.sql}. */
public final class ReferenceData {
  // Kinds of ids.
  public static final String LOCATION = "location";
  public static final String MATERIAL_TYPE = "material-type";

  private ReferenceData() {}

  /** The id of a thing: a UUID of version 3 (RFC 9562, section 5.3) of its kind and code. */
  public static UUID id(String kind, String code) {
    return UUID.nameUUIDFromBytes((kind + ":" + code).getBytes(StandardCharsets.UTF_8));
  }
}
