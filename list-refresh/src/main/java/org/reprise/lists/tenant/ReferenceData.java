package org.reprise.lists.tenant;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What every tenant has before its first record: a library, its locations, the material types. The
 * ids follow from the codes and are the same in every tenant, so that generators and imports know
 * them without asking.
 */
public final class ReferenceData {
  // Kinds of ids.
  public static final String LIBRARY = "library";
  public static final String LOCATION = "location";
  public static final String MATERIAL_TYPE = "material-type";

  public static final List<String> LIBRARIES = List.of("main");

  /** Codes of the locations, all in the library {@code main}; the first is where imports go. */
  public static final List<String> LOCATIONS = List.of("main/stacks", "main/annex", "main/reserve");

  /** Names of the material types; the first is what imports make. */
  public static final List<String> MATERIAL_TYPES = List.of("book", "dvd", "journal");

  private ReferenceData() {}

  /** The id of a thing: a UUID of version 3 (RFC 9562, section 5.3) of its kind and code. */
  public static UUID id(String kind, String code) {
    return UUID.nameUUIDFromBytes((kind + ":" + code).getBytes(StandardCharsets.UTF_8));
  }

  static void fill(JdbcClient jdbc, Tenant tenant) {
    for (String code : LIBRARIES) {
      jdbc.sql(
              """
              insert into library (tenant, id, name, code) values (?, ?, ?, ?)
              on conflict do nothing\
              """)
          .params(tenant.number(), id(LIBRARY, code), code, code)
          .update();
    }
    for (String code : LOCATIONS) {
      jdbc.sql(
              """
              insert into location (tenant, id, library_id, name, code) values (?, ?, ?, ?, ?)
              on conflict do nothing\
              """)
          .params(
              tenant.number(), id(LOCATION, code), id(LIBRARY, LIBRARIES.getFirst()), code, code)
          .update();
    }
    for (String name : MATERIAL_TYPES) {
      jdbc.sql(
              """
              insert into material_type (tenant, id, name) values (?, ?, ?)
              on conflict do nothing\
              """)
          .params(tenant.number(), id(MATERIAL_TYPE, name), name)
          .update();
    }
  }
}
