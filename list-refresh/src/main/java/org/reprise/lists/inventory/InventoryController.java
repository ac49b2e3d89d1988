package org.reprise.lists.inventory;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.search.Criteria;
import org.reprise.lists.search.Resources;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Action;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** What desks read of the inventory (mod-inventory and mod-inventory-storage). */
@RestController
class InventoryController {
  private final Resources resources;
  private final Items items;

  InventoryController(Resources resources, Items items) {
    this.resources = resources;
    this.items = items;
  }

  record ItemPage(List<Item> items, @Nullable Integer totalRecords) {}

  record LocationPage(List<Location> locations, @Nullable Integer totalRecords) {}

  @Action("search")
  @GetMapping("/inventory/items")
  ItemPage items(Tenant tenant, Criteria criteria) {
    return resources.search(Item.RESOURCE, tenant, criteria, ItemPage::new);
  }

  @GetMapping("/inventory/items/{id}")
  Item item(Tenant tenant, @PathVariable UUID id) {
    return resources.get(Item.RESOURCE, tenant, id);
  }

  @PutMapping("/inventory/items/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void update(Tenant tenant, @PathVariable UUID id, @RequestBody ItemUpdate update) {
    items.update(tenant, id, update);
  }

  @GetMapping("/holdings-storage/holdings/{id}")
  Holdings holdings(Tenant tenant, @PathVariable UUID id) {
    return resources.get(Holdings.RESOURCE, tenant, id);
  }

  @GetMapping("/inventory/instances/{id}")
  Instance instance(Tenant tenant, @PathVariable UUID id) {
    return resources.get(Instance.RESOURCE, tenant, id);
  }

  @Action("search")
  @GetMapping("/locations")
  LocationPage locations(Tenant tenant, Criteria criteria) {
    return resources.search(Location.RESOURCE, tenant, criteria, LocationPage::new);
  }

  @GetMapping("/locations/{id}")
  Location location(Tenant tenant, @PathVariable UUID id) {
    return resources.get(Location.RESOURCE, tenant, id);
  }
}
