package org.reprise.lists.inventory;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
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
public abstract class RecordController<T extends InventoryRecord<T>> {
  private final InventoryRecords records;
  private final Resources resources;
  private final Function<HttpServletRequest, Kind<T>> kinds;

  /** Records of one kind, and the member of pages that has them. */
  public record Kind<T>(Resource<T> resource, String member) {}

  protected RecordController(
      InventoryRecords records, Resources resources, Function<HttpServletRequest, Kind<T>> kinds) {
    this.records = records;
    this.resources = resources;
    this.kinds = kinds;
  }

  @Action("search")
  @GetMapping
  Map<String, Object> search(Tenant tenant, Criteria criteria, HttpServletRequest request) {
    Kind<T> kind = kinds.apply(request);
    return resources.search(
        kind.resource, tenant, criteria, (found, total) -> page(kind.member, found, total));
  }

  private Map<String, Object> page(String member, List<T> found, @Nullable Integer total) {
    return total == null ? Map.of(member, found) : Map.of(member, found, "totalRecords", total);
  }

  @GetMapping("/{id}")
  T get(Tenant tenant, @PathVariable UUID id, HttpServletRequest request) {
    return resources.get(kinds.apply(request).resource, tenant, id);
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  ResponseEntity<T> create(Tenant tenant, @RequestBody T entry, HttpServletRequest request) {
    T stored = records.create(kinds.apply(request).resource, tenant, entry);
    URI location = URI.create(request.getServletPath() + "/" + stored.id());
    return ResponseEntity.created(location).body(stored);
  }

  @PutMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void replace(
      Tenant tenant, @PathVariable UUID id, @RequestBody T entry, HttpServletRequest request) {
    records.replace(kinds.apply(request).resource, tenant, id, entry);
  }

  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(Tenant tenant, @PathVariable UUID id, HttpServletRequest request) {
    records.delete(kinds.apply(request).resource, tenant, id);
  }
}
