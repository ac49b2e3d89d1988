package org.reprise.lists.refresh;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.Field;
import org.reprise.lists.list.Definitions;
import org.reprise.lists.list.ListView;
import org.reprise.lists.list.Lists;
import org.reprise.lists.list.RefreshView;
import org.reprise.lists.query.Entities;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Paging;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The records of a list (mod-lists' {@code /lists/{id}/contents}). */
@RestController
class ContentController {
  private static final Pattern COMMA = Pattern.compile(",");

  private final Lists lists;
  private final Definitions definitions;
  private final Contents contents;
  private final Entities entities;
  private final DatabaseClient database;
  private final boolean isSplit;

  ContentController(Lists lists, Definitions definitions, Contents contents, Split split) {
    this.lists = lists;
    this.definitions = definitions;
    this.contents = contents;
    this.entities = new Entities(split, Feature.LISTS);
    this.database = split.reading(Feature.LISTS);
    this.isSplit = split.isSplit(Feature.LISTS);
  }

  @GetMapping("/lists/{id}/contents")
  ResponseEntity<ResultsPage> page(
      Caller caller,
      @PathVariable UUID id,
      @RequestParam(required = false) @Nullable List<String> fields,
      @RequestParam(required = false) @Nullable Integer offset,
      @RequestParam(required = false) @Nullable Integer size) {
    ListView list = lists.find(caller, id);
    EntityType type = definitions.type(caller, list.entityTypeId());
    // Both "fields=a,b" and "fields=a&fields=b" are in use, and a mixture has to mean the same.
    List<String> asked =
        fields == null ? List.of() : fields.stream().flatMap(COMMA::splitAsStream).toList();
    List<Field> shown = Definitions.fields(type, asked.isEmpty() ? list.fields() : asked);
    Paging paging = Paging.of(offset, size, Paging.OF_RECORDS);
    Records records = new Records(caller.tenant(), id, type, shown, paging);
    Optional<ResponseEntity<ResultsPage>> page =
        database.inTransaction(() ->
            Optional.of(ids(records))
                .filter(ids -> isCurrent(list, ids))
                .map(ids -> read(records, ids)));
    return page.orElseGet(() -> database.onWriter(() -> read(records, ids(records))));
  }

  /**
   * A page of records (mod-fqm-manager, ResultsetPage).
   *
   * @param content the records in the order of their ids, each with its id and those of the fields
   *     that have a value; what is no longer there has {@code _deleted} instead
   */
  record ResultsPage(List<Map<String, Object>> content, long totalRecords) {}

  private record Records(
      Tenant tenant, UUID id, EntityType type, List<Field> fields, Paging paging) {}

  private Contents.Page ids(Records records) {
    Paging paging = records.paging;
    return contents.page(records.tenant, records.id, paging.offset(), paging.size());
  }

  // A caller who has seen the end of a refresh, by any process, sees its contents, though the
  // reader may not have it yet.
  private boolean isCurrent(ListView list, Contents.Page ids) {
    RefreshView shown = list.successRefresh();
    return !isSplit || Objects.equals(ids.refreshId(), shown == null ? null : shown.id());
  }

  // mod-lists' body has no room for it, and a refresh may end between two pages.
  private ResponseEntity<ResultsPage> read(Records records, Contents.Page page) {
    ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
    if (page.refreshId() != null) {
      answer.header("Refresh-Id", page.refreshId().toString());
    }
    return answer.body(
        new ResultsPage(
            entities.read(records.tenant(), records.type(), records.fields(), page.ids()),
            page.total()));
  }
}
