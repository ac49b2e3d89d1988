package org.reprise.lists.user;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.search.Criteria;
import org.reprise.lists.search.Resources;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Action;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Patrons, their groups and blocks (mod-users, mod-feesfines, mod-patron-blocks). */
@RestController
class UserController {
  private final Resources resources;
  private final Users users;

  UserController(Resources resources, Users users) {
    this.resources = resources;
    this.users = users;
  }

  record UserPage(List<User> users, @Nullable Integer totalRecords) {}

  record GroupPage(List<PatronGroup> usergroups, @Nullable Integer totalRecords) {}

  record BlockPage(List<PatronBlock> manualblocks, @Nullable Integer totalRecords) {}

  @Action("search")
  @GetMapping("/users")
  UserPage users(Tenant tenant, Criteria criteria) {
    return resources.search(User.RESOURCE, tenant, criteria, UserPage::new);
  }

  @GetMapping("/users/{id}")
  User user(Tenant tenant, @PathVariable UUID id) {
    return resources.get(User.RESOURCE, tenant, id);
  }

  @PostMapping("/users")
  @ResponseStatus(HttpStatus.CREATED)
  User register(Tenant tenant, @RequestBody NewUser user) {
    return users.register(tenant, user);
  }

  @PutMapping("/users/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void update(Tenant tenant, @PathVariable UUID id, @RequestBody NewUser user) {
    users.update(tenant, id, user);
  }

  @DeleteMapping("/users/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(Tenant tenant, @PathVariable UUID id) {
    users.remove(tenant, id);
  }

  @Action("search")
  @GetMapping("/groups")
  GroupPage groups(Tenant tenant, Criteria criteria) {
    return resources.search(PatronGroup.RESOURCE, tenant, criteria, GroupPage::new);
  }

  @GetMapping("/groups/{id}")
  PatronGroup group(Tenant tenant, @PathVariable UUID id) {
    return resources.get(PatronGroup.RESOURCE, tenant, id);
  }

  @GetMapping("/automated-patron-blocks/{userId}")
  AutomatedBlocks automatedBlocks(Tenant tenant, @PathVariable UUID userId) {
    return resources.get(AutomatedBlocks.RESOURCE, tenant, userId);
  }

  @Action("search")
  @GetMapping("/manualblocks")
  BlockPage blocks(Tenant tenant, Criteria criteria) {
    return resources.search(PatronBlock.RESOURCE, tenant, criteria, BlockPage::new);
  }

  @PostMapping("/manualblocks")
  @ResponseStatus(HttpStatus.CREATED)
  PatronBlock block(Tenant tenant, @RequestBody PatronBlock block) {
    return users.block(tenant, block);
  }

  @DeleteMapping("/manualblocks/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void unblock(Tenant tenant, @PathVariable UUID id) {
    users.unblock(tenant, id);
  }
}
