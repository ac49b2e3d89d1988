package org.reprise.lists.inventory;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.search.Criteria;
import org.reprise.lists.search.Resource;
import org.reprise.lists.search.Resources;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Action;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;

/**
 * What FOLIO's modules offer of each kind of record: search, read, create, replace, delete.
 *
 * @param <T> the record
 */
abstract class RecordController<T extends InventoryRecord<T>> {
  private final InventoryRecords records;
  private final Resources resources;
  private final Resource<T> resource;
  private final String member;

  /** A controller of records whose pages have them in a member of a name. */
  RecordController(
      InventoryRecords records, Resources resources, Resource<T> resource, String member) {
    this.records = records;
    this.resources = resources;
    this.resource = resource;
    this.member = member;
  }

  @Action("search")
  @GetMapping
  Map<String, Object> search(Tenant tenant, Criteria criteria) {
    return resources.search(resource, tenant, criteria, this::page);
  }

  private Map<String, Object> page(List<T> found, @Nullable Integer total) {
    return total == null ? Map.of(member, found) : Map.of(member, found, "totalRecords", total);
  }

  @GetMapping("/{id}")
  T get(Tenant tenant, @PathVariable UUID id) {
    return resources.get(resource, tenant, id);
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  ResponseEntity<T> create(Tenant tenant, @RequestBody T entry, HttpServletRequest request) {
    T stored = records.create(resource, tenant, entry);
    URI location = URI.create(request.getServletPath() + "/" + stored.id());
    return ResponseEntity.created(location).body(stored);
  }

  @PutMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void replace(Tenant tenant, @PathVariable UUID id, @RequestBody T entry) {
    records.replace(resource, tenant, id, entry);
  }

  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(Tenant tenant, @PathVariable UUID id) {
    records.delete(resource, tenant, id);
  }
}
