package org.reprise.lists.inventory;

import org.reprise.lists.search.Resources;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Instances, holdings and items (mod-inventory and mod-inventory-storage). */
final class InventoryController {
  private InventoryController() {}

  @RestController
  @RequestMapping({"/inventory/instances", "/instance-storage/instances"})
  static class Instances extends RecordController<Instance> {
    Instances(InventoryRecords records, Resources resources) {
      super(records, resources, _ -> new Kind<>(Instance.RESOURCE, "instances"));
    }
  }

  @RestController
  @RequestMapping("/holdings-storage/holdings")
  static class HoldingsRecords extends RecordController<Holdings> {
    HoldingsRecords(InventoryRecords records, Resources resources) {
      super(records, resources, _ -> new Kind<>(Holdings.RESOURCE, "holdingsRecords"));
    }
  }

  @RestController
  @RequestMapping("/item-storage/items")
  static class ItemRecords extends RecordController<ItemRecord> {
    ItemRecords(InventoryRecords records, Resources resources) {
      super(records, resources, _ -> new Kind<>(ItemRecord.RESOURCE, "items"));
    }
  }

  @RestController
  @RequestMapping("/inventory/items")
  static class Items extends RecordController<Item> {
    Items(InventoryRecords records, Resources resources) {
      super(records, resources, _ -> new Kind<>(Item.RESOURCE, "items"));
    }
  }
}
