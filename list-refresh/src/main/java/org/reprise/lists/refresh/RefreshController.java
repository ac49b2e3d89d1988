package org.reprise.lists.refresh;

import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.list.ListChange;
import org.reprise.lists.list.ListView;
import org.reprise.lists.list.Lists;
import org.reprise.lists.list.RefreshView;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.web.Action;
import org.reprise.lists.web.Refusal;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Changes and refreshes of lists over HTTP, as mod-lists serves them, and what bounds them. */
@RestController
class RefreshController {
  private static final String REFRESH = "/lists/{listId}/refresh";

  private final Lists lists;
  private final Refreshes refreshes;
  private final RefreshMode usual;
  private final int maxListSize;

  RefreshController(Lists lists, Refreshes refreshes, RefreshSettings settings) {
    this.lists = lists;
    this.refreshes = refreshes;
    this.usual = settings.mode();
    this.maxListSize = settings.maxSize();
  }

  record Configuration(int maxListSize) {}

  @GetMapping("/lists/configuration")
  Configuration configuration(Caller caller) {
    return new Configuration(maxListSize);
  }

  @PostMapping("/lists")
  @ResponseStatus(HttpStatus.CREATED)
  ListView create(Caller caller, @RequestBody ListChange list) {
    return refreshes.save(caller, list, () -> lists.create(caller, list));
  }

  @PutMapping("/lists/{id}")
  ListView update(Caller caller, @PathVariable UUID id, @RequestBody ListChange list) {
    return refreshes.save(caller, list, () -> lists.update(caller, id, list));
  }

  @PostMapping(REFRESH)
  @Action("refresh")
  RefreshView start(@PathVariable UUID listId, @RequestParam @Nullable String mode, Caller caller) {
    return refreshes.start(caller, listId, mode(mode));
  }

  private RefreshMode mode(@Nullable String name) {
    if (name == null) {
      return usual;
    }
    try {
      return RefreshMode.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid("mode", "must be fast or compat, was '%s'".formatted(name));
    }
  }

  @DeleteMapping(REFRESH)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Action("cancel_refresh")
  void cancel(@PathVariable UUID listId, Caller caller) {
    refreshes.cancel(caller, listId);
  }
}
