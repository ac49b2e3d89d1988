package org.reprise.lists;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import org.reprise.lists.tenant.ReferenceData;
import org.reprise.localstack.postgres.Database;

/** A plain inventory: one instance, one holdings record, and items that differ in their status. */
public final class SampleItems {
  /** The entity type of items. */
  public static final String ENTITY_TYPE = "0cb79a4c-f7eb-4941-a104-745224ae0292";

  /** The report's query. */
  public static final String NOT_AVAILABLE = "{\"item_status\": {\"$ne\": \"Available\"}}";

  /** What {@link #NOT_AVAILABLE} finds, by plain SQL; the tenant's name is the one parameter. */
  public static final String NOT_AVAILABLE_IDS =
      "select i.id from item i join tenant t on t.id = i.tenant where t.name = ? and i.status <> 'Available' order by i.id";

  private SampleItems() {}

  /** Adds items to a tenant, of which every third is available and the others are checked out. */
  public static void add(Database database, String tenant, int items) {
    String statement =
        """
        with t as (select id from tenant where name = ?), n as (
          insert into instance (tenant, id, hrid, title, created_date, updated_date)
          select t.id, gen_random_uuid(), 'in' || gen_random_uuid(), 'A title', now(), now() from t
          returning tenant, id
        ), h as (
          insert into holdings (tenant, id, hrid, instance_id, permanent_location_id, created_date, updated_date)
          select tenant, gen_random_uuid(), 'ho' || gen_random_uuid(), id, ?, now(), now() from n
          returning tenant, id
        )
        insert into item (tenant, id, hrid, barcode, holdings_id, material_type_id,
          effective_location_id, status, status_date, created_date, updated_date)
        select h.tenant, id.id, 'it' || id.id, id.id::text, h.id, ?, ?,
          case when s %% 3 = 0 then 'Available' else 'Checked out' end, now(), now(), now()
        from h, generate_series(1, %d) s, lateral (select gen_random_uuid() id where s is not null) id\
        """
            .formatted(items);
    UUID location = ReferenceData.id(ReferenceData.LOCATION, "main/stacks");
    try (Connection connection = database.connect();
        PreparedStatement insert = connection.prepareStatement(statement)) {
      insert.setString(1, tenant);
      insert.setObject(2, location);
      insert.setObject(3, ReferenceData.id(ReferenceData.MATERIAL_TYPE, "book"));
      insert.setObject(4, location);
      insert.executeUpdate();
      connection.createStatement().execute("analyze");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
