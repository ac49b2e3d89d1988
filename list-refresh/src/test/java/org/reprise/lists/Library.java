package org.reprise.lists;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.tenant.ReferenceData;
import org.reprise.localstack.postgres.Database;
import tools.jackson.databind.JsonNode;

/** A tenant's books, patrons and desks, as a test needs them. */
public final class Library {
  /** A desk. */
  public static final UUID DESK = ReferenceData.id("service-point", "cd1");

  /** Another desk. */
  public static final UUID OTHER_DESK = ReferenceData.id("service-point", "cd2");

  private static final AtomicInteger COUNT = new AtomicInteger();

  private final Database database;
  private final String tenant;
  private final ListsClient client;

  private Library(Database database, String tenant, ListsClient client) {
    this.database = database;
    this.tenant = tenant;
    this.client = client;
  }

  /** Of a tenant of a server. */
  public Library(ListsServer server, String tenant) {
    this(server.database(), tenant, server.client(tenant));
  }

  /** Of the tenant that tests use, at a process. */
  public Library(ListsProcess process, Database database) {
    this(database, ListsServer.TENANT, process.client());
  }

  /** Of the tenant that tests use. */
  public static Library of(ListsServer server) {
    return new Library(server, ListsServer.TENANT);
  }

  /** The tenant's client. */
  public ListsClient client() {
    return client;
  }

  /** A new item on its shelf; returns its barcode. */
  public String item() {
    return item("Available");
  }

  /** A new item at a status; returns its barcode. */
  public String item(String status) {
    String barcode = "i" + COUNT.incrementAndGet();
    item(barcode, status);
    return barcode;
  }

  /** A new item with a barcode. */
  public void item(String barcode, String status) {
    database.execute(
        """
        with t as (select id as tenant from tenant where name = '%1$s'),
        n as (
          insert into instance (tenant, id, hrid, title, primary_contributor, created_date,
            updated_date)
          select tenant, gen_random_uuid(), 'in%2$s', 'A book named %2$s', 'Author, An', now(), now()
          from t returning tenant, id),
        h as (
          insert into holdings (tenant, id, hrid, instance_id, permanent_location_id, call_number,
            created_date, updated_date)
          select tenant, gen_random_uuid(), 'ho%2$s', id, '%3$s', 'QA76 %2$s', now(), now()
          from n returning tenant, id)
        insert into item (tenant, id, hrid, barcode, holdings_id, material_type_id,
          effective_location_id, status, status_date, created_date, updated_date)
        select tenant, gen_random_uuid(), 'it%2$s', '%2$s', id, '%4$s', '%3$s', '%5$s', now(), now(),
          now()
        from h\
        """
            .formatted(
                tenant,
                barcode,
                ReferenceData.id(ReferenceData.LOCATION, "main/stacks"),
                ReferenceData.id(ReferenceData.MATERIAL_TYPE, "book"),
                status));
  }

  /** The item's row. */
  public JsonNode read(String itemBarcode) {
    return client
        .get("/inventory/items?query=barcode==" + itemBarcode)
        .json()
        .path("items")
        .path(0);
  }

  /** The item's id. */
  public UUID id(String itemBarcode) {
    return UUID.fromString(read(itemBarcode).path("id").asString());
  }

  /** What the item is at. */
  public String status(String itemBarcode) {
    return read(itemBarcode).path("status").path("name").asString();
  }

  /** A new patron; returns the barcode. */
  public String patron() {
    return patron("\"active\": true");
  }

  /** A new patron with more members; returns the barcode. */
  public String patron(String members) {
    String barcode = "p" + COUNT.incrementAndGet();
    Answer answer =
        client.json(
            "POST",
            "/users",
            """
            {"barcode": "%s", "username": "user %s", "patronGroup": "%s",
             "personal": {"lastName": "Reader", "firstName": "Rita"}, %s}\
            """
                .formatted(
                    barcode, barcode, ReferenceData.id("patron-group", "undergrad"), members));
    if (answer.status() != 201) {
      throw new IllegalStateException(answer.toString());
    }
    return barcode;
  }

  /** The patron's id. */
  public UUID patronId(String barcode) {
    return UUID.fromString(
        client
            .get("/users?query=barcode==" + barcode)
            .json()
            .path("users")
            .path(0)
            .path("id")
            .asString());
  }

  /** Lends an item. */
  public Answer checkOut(String itemBarcode, String patronBarcode) {
    return client.json(
        "POST",
        "/circulation/check-out-by-barcode",
        """
        {"itemBarcode": "%s", "userBarcode": "%s", "servicePointId": "%s"}\
        """
            .formatted(itemBarcode, patronBarcode, DESK));
  }

  /** Takes an item back. */
  public Answer checkIn(String itemBarcode) {
    return checkIn(itemBarcode, DESK);
  }

  /** Takes an item back at a desk. */
  public Answer checkIn(String itemBarcode, UUID desk) {
    return client.json(
        "POST",
        "/circulation/check-in-by-barcode",
        """
        {"itemBarcode": "%s", "servicePointId": "%s", "checkInDate": "%s"}\
        """
            .formatted(itemBarcode, desk, Instant.now()));
  }

  /** Asks for an item, to be fetched at a desk. */
  public Answer request(String type, String itemBarcode, String patronBarcode, UUID desk) {
    return client.json(
        "POST",
        "/circulation/requests",
        """
        {"requestType": "%s", "requestLevel": "Item", "itemId": "%s", "requesterId": "%s",
         "fulfillmentPreference": "Hold Shelf", "pickupServicePointId": "%s"}\
        """
            .formatted(type, id(itemBarcode), patronId(patronBarcode), desk));
  }

  /** GET with a query in CQL. */
  public Answer search(String path, String query) {
    return client.get(path + "?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
  }
}
