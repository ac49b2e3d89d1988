package org.reprise.lists.dataimport;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.dataimport.NewRecord.Job;
import org.reprise.lists.dataimport.NewRecord.Kind;
import org.reprise.lists.tenant.ReferenceData;
import org.reprise.lists.tenant.Tenant;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Saves records with their instances, holdings and items, by one statement for each table. Rows
 * that exist are kept: ids follow from a job and the number of a record, so they are the same.
 */
final class Inventory {
  /** The code of the location of records that name none. */
  static final String DEFAULT_LOCATION = "main/stacks";

  private static final UUID BOOK = ReferenceData.id(ReferenceData.MATERIAL_TYPE, "book");
  private static final String SEPARATOR = "\n";

  private final JdbcClient jdbc;

  Inventory(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** A tenant's locations by their codes in small letters. */
  Map<String, UUID> locations(Tenant tenant) {
    Map<String, UUID> locations = new HashMap<>();
    jdbc.sql("select code, id from location where tenant = ?")
        .param(tenant.number())
        .query(row -> {
          locations.put(row.getString(1).toLowerCase(Locale.ROOT), row.getObject(2, UUID.class));
        });
    return locations;
  }

  /** Saves records within the caller's transaction. */
  void insert(Tenant tenant, Job job, List<NewRecord> records) {
    if (!records.isEmpty()) {
      insertInstances(tenant, job, records);
      insertHoldings(tenant, job, records);
      insertItems(tenant, job, records);
      insertSources(tenant, job, records);
    }
  }

  private void insertInstances(Tenant tenant, Job job, List<NewRecord> records) {
    jdbc.sql(
            """
            insert into instance
              (tenant, id, hrid, title, primary_contributor, created_date, updated_date)
            select ?, r.id, r.hrid, r.title, r.contributor, now(), now()
            from unnest(?::uuid[], ?::text[], ?::text[], ?::text[])
              as r (id, hrid, title, contributor)
            on conflict (tenant, id) do nothing\
            """)
        .param(tenant.number())
        .param(ids(records, job, Kind.INSTANCE))
        .param(hrids(records, job, Kind.INSTANCE))
        .param(texts(records, record -> record.record().title()))
        .param(texts(records, record -> record.record().contributor()))
        .update();
  }

  private void insertHoldings(Tenant tenant, Job job, List<NewRecord> records) {
    jdbc.sql(
            """
            insert into holdings
              (tenant, id, hrid, instance_id, permanent_location_id, call_number,
               created_date, updated_date)
            select ?, r.id, r.hrid, r.instance_id, r.location_id, r.call_number, now(), now()
            from unnest(?::uuid[], ?::text[], ?::uuid[], ?::uuid[], ?::text[])
              as r (id, hrid, instance_id, location_id, call_number)
            on conflict (tenant, id) do nothing\
            """)
        .param(tenant.number())
        .param(ids(records, job, Kind.HOLDINGS))
        .param(hrids(records, job, Kind.HOLDINGS))
        .param(ids(records, job, Kind.INSTANCE))
        .param(locations(records))
        .param(texts(records, record -> record.record().callNumber()))
        .update();
  }

  private void insertItems(Tenant tenant, Job job, List<NewRecord> records) {
    jdbc.sql(
            """
            insert into item
              (tenant, id, hrid, barcode, holdings_id, material_type_id, effective_location_id,
               status, status_date, created_date, updated_date)
            select ?, r.id, r.hrid, r.barcode, r.holdings_id, ?, r.location_id,
                   'Available', now(), now(), now()
            from unnest(?::uuid[], ?::text[], ?::text[], ?::uuid[], ?::uuid[])
              as r (id, hrid, barcode, holdings_id, location_id)
            on conflict (tenant, id) do nothing\
            """)
        .param(tenant.number())
        .param(BOOK)
        .param(ids(records, job, Kind.ITEM))
        .param(hrids(records, job, Kind.ITEM))
        .param(texts(records, record -> record.barcode(job)))
        .param(ids(records, job, Kind.HOLDINGS))
        .param(locations(records))
        .update();
  }

  private void insertSources(Tenant tenant, Job job, List<NewRecord> records) {
    jdbc.sql(
            """
            insert into marc_record
              (tenant, id, job_id, record, instance_id, identifiers, content, created_date)
            select ?, r.id, ?, r.record, r.instance_id, string_to_array(r.identifiers, E'\\n'),
                   r.content, now()
            from unnest(?::uuid[], ?::int[], ?::uuid[], ?::text[], ?::bytea[])
              as r (id, record, instance_id, identifiers, content)
            on conflict (tenant, id) do nothing\
            """)
        .param(tenant.number())
        .param(job.id())
        .param(ids(records, job, Kind.SOURCE))
        .param(records.stream().mapToInt(NewRecord::number).toArray())
        .param(ids(records, job, Kind.INSTANCE))
        .param(texts(records, Inventory::identifiers))
        .param(records.stream().map(NewRecord::content).toArray(byte[][]::new))
        .update();
  }

  private static String identifiers(NewRecord record) {
    return String.join(
        SEPARATOR,
        record.record().identifiers().stream().map(id -> id.replace(SEPARATOR, " ")).toList());
  }

  private static @Nullable String[] ids(List<NewRecord> records, Job job, Kind kind) {
    return texts(records, record -> job.id(kind, record.number()));
  }

  private static @Nullable String[] hrids(List<NewRecord> records, Job job, Kind kind) {
    return texts(records, record -> job.hrid(kind, record.number()));
  }

  private static @Nullable String[] locations(List<NewRecord> records) {
    return texts(records, record -> record.location().toString());
  }

  private static @Nullable String[] texts(
      List<NewRecord> records, Function<NewRecord, @Nullable String> value) {
    return records.stream().map(value).toArray(String[]::new);
  }
}
