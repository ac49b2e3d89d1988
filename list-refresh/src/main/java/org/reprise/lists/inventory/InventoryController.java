package org.reprise.lists.inventory;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.search.Criteria;
import org.reprise.lists.search.Resources;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Action;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Where items stand (mod-inventory-storage). */
@RestController
class InventoryController {
  private final Resources resources;

  InventoryController(Resources resources) {
    this.resources = resources;
  }

  record LocationPage(List<Location> locations, @Nullable Integer totalRecords) {}

  @Action("search")
  @GetMapping("/locations")
  LocationPage locations(Tenant tenant, Criteria criteria) {
    return resources.search(Location.RESOURCE, tenant, criteria, LocationPage::new);
  }

  @GetMapping("/locations/{id}")
  Location location(Tenant tenant, @PathVariable UUID id) {
    return resources.get(Location.RESOURCE, tenant, id);
  }

  @RestController
  @RequestMapping({"/inventory/instances", "/instance-storage/instances"})
  static class Instances extends RecordController<Instance> {
    Instances(InventoryRecords records, Resources resources) {
      super(records, resources, Instance.RESOURCE, "instances");
    }
  }

  @RestController
  @RequestMapping("/holdings-storage/holdings")
  static class HoldingsRecords extends RecordController<Holdings> {
    HoldingsRecords(InventoryRecords records, Resources resources) {
      super(records, resources, Holdings.RESOURCE, "holdingsRecords");
    }
  }

  @RestController
  @RequestMapping("/item-storage/items")
  static class ItemRecords extends RecordController<ItemRecord> {
    ItemRecords(InventoryRecords records, Resources resources) {
      super(records, resources, ItemRecord.RESOURCE, "items");
    }
  }

  @RestController
  @RequestMapping("/inventory/items")
  static class Items extends RecordController<Item> {
    Items(InventoryRecords records, Resources resources) {
      super(records, resources, Item.RESOURCE, "items");
    }
  }
}
