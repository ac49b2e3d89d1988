package org.reprise.lists.circulation;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.reprise.lists.search.Criteria;
import org.reprise.lists.search.Resources;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Action;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * What FOLIO's desks read too, and nobody has here: settings, fees, proxies, notes and slips. Any
 * valid query finds nothing.
 */
@RestController
class EmptyCollectionController {
  private static final Map<String, String> MEMBERS =
      Map.of(
          "/configurations/entries", "configs",
          "/accounts", "accounts",
          "/proxiesfor", "proxiesFor",
          "/staff-slips-storage/staff-slips", "staffSlips");

  private final Resources resources;

  EmptyCollectionController(Resources resources) {
    this.resources = resources;
  }

  @Action("search")
  @GetMapping({
    "/configurations/entries",
    "/accounts",
    "/proxiesfor",
    "/staff-slips-storage/staff-slips"
  })
  Map<String, Object> search(Tenant tenant, Criteria criteria, HttpServletRequest request) {
    return none(Objects.requireNonNull(MEMBERS.get(request.getServletPath())), criteria);
  }

  @Action("search")
  @GetMapping("/note-links/domain/users/type/user/id/{userId}")
  Map<String, Object> notes(Tenant tenant, @PathVariable UUID userId, Criteria criteria) {
    return none("notes", criteria);
  }

  private Map<String, Object> none(String member, Criteria criteria) {
    resources.check(criteria);
    return Map.of(member, List.of(), "totalRecords", 0);
  }
}
