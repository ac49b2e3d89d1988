package org.reprise.lists.user;

import java.util.UUID;
import org.reprise.lists.inventory.InventoryRecords;
import org.reprise.lists.inventory.RecordController;
import org.reprise.lists.search.Resources;
import org.reprise.lists.tenant.Tenant;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Patrons (mod-users). */
@RestController
@RequestMapping("/users")
class UserController extends RecordController<User> {
  UserController(InventoryRecords records, Resources resources) {
    super(records, resources, _ -> new Kind<>(User.RESOURCE, "users"));
  }

  /** What limits forbid patrons (mod-patron-blocks). */
  @RestController
  static class Blocks {
    private final Resources resources;

    Blocks(Resources resources) {
      this.resources = resources;
    }

    @GetMapping("/automated-patron-blocks/{userId}")
    AutomatedBlocks automatedBlocks(Tenant tenant, @PathVariable UUID userId) {
      return resources.get(AutomatedBlocks.RESOURCE, tenant, userId);
    }
  }
}
