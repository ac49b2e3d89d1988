package org.reprise.lists.list;

import java.util.List;
import java.util.UUID;
import org.reprise.lists.tenant.Caller;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Lists as mod-lists 1.0.0 serves them, but for changes, refreshes, contents and exports. */
@RestController
@RequestMapping("/lists")
class ListController {
  private final Lists lists;

  ListController(Lists lists) {
    this.lists = lists;
  }

  @GetMapping
  ListSummary.ListPage search(Caller caller, @ModelAttribute ListSearch search) {
    return lists.search(caller, search);
  }

  @GetMapping("/{id}")
  ListView read(Caller caller, @PathVariable UUID id) {
    return lists.find(caller, id);
  }

  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(Caller caller, @PathVariable UUID id) {
    lists.delete(caller, id);
  }

  @GetMapping("/{id}/versions")
  List<ListVersion> versions(Caller caller, @PathVariable UUID id) {
    return lists.versions(caller, id);
  }

  @GetMapping("/{id}/versions/{version}")
  ListVersion version(Caller caller, @PathVariable UUID id, @PathVariable int version) {
    return lists.version(caller, id, version);
  }
}
