package org.reprise.lists.fqm;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.Field;
import org.reprise.lists.fql.Condition;
import org.reprise.lists.list.Definitions;
import org.reprise.lists.query.Entities;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Action;
import org.reprise.lists.web.Paging;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.work.WorkStatus;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Queries over HTTP (mod-fqm-manager's {@code /query}); a query is its maker's alone. */
@RestController
@RequestMapping("/query")
class QueryController {
  private static final Paging.Sizes PAGE = Paging.OF_RECORDS.named("limit");

  private final Queries queries;
  private final Definitions definitions;
  private final JdbcClient writer;
  private final Entities entities;
  private final DatabaseClient database;

  QueryController(Queries queries, Definitions definitions, Split split, JdbcClient writer) {
    this.queries = queries;
    this.definitions = definitions;
    this.writer = writer;
    this.entities = new Entities(split, Feature.FQM);
    this.database = split.reading(Feature.FQM);
  }

  /** A request to run a query (mod-fqm-manager, SubmitQuery); no fields mean the visible ones. */
  record QueryRequest(
      @Nullable UUID entityTypeId, @Nullable String fqlQuery, @Nullable List<String> fields) {}

  record Started(UUID queryId) {}

  record QueryPage(List<Map<String, Object>> content) {}

  record ContentsRequest(
      @Nullable UUID entityTypeId, @Nullable List<String> fields, @Nullable List<UUID> ids) {}

  record PurgedQueries(List<UUID> deletedQueryIds) {}

  record QueryView(
      @JsonUnwrapped QueryDetails query, @Nullable List<Map<String, Object>> content) {}

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  Started start(Caller caller, @RequestBody QueryRequest request) {
    EntityType type = definitions.type(caller, request.entityTypeId());
    String fql = request.fqlQuery();
    if (fql == null) {
      throw Refusal.invalid("fqlQuery", "is missing");
    }
    definitions.query(type, fql);
    List<String> fields =
        Definitions.fields(type, request.fields()).stream().map(Field::name).toList();
    return new Started(queries.start(caller.tenant(), type, fql, fields, caller.user()));
  }

  @GetMapping
  QueryPage run(
      Caller caller,
      @RequestParam UUID entityTypeId,
      @RequestParam String query,
      @RequestParam(required = false) @Nullable List<String> fields,
      @RequestParam(defaultValue = "00000000-0000-0000-0000-000000000000") UUID afterId,
      @RequestParam(required = false) @Nullable Integer limit) {
    EntityType type = definitions.type(caller, entityTypeId);
    Condition condition = definitions.query(type, query);
    List<Field> shown = Definitions.fields(type, fields);
    int size = Paging.of(null, limit, PAGE).size();
    return queries.inTurn(
        caller.tenant(),
        () -> {
          List<UUID> ids = entities.find(caller.tenant(), type, condition, afterId, size);
          return new QueryPage(entities.read(caller.tenant(), type, shown, ids));
        });
  }

  @PostMapping("/contents")
  @Action("read")
  List<Map<String, Object>> contents(Caller caller, @RequestBody ContentsRequest request) {
    EntityType type = definitions.type(caller, request.entityTypeId());
    List<UUID> ids = Objects.requireNonNullElse(request.ids(), List.of());
    Paging.of(null, ids.size(), Paging.OF_RECORDS.named("ids"));
    if (ids.stream().anyMatch(Objects::isNull)) {
      throw Refusal.invalid("ids", "has a null");
    }
    List<Field> fields = Definitions.fields(type, request.fields());
    return entities.read(caller.tenant(), type, fields, ids.stream().distinct().toList());
  }

  @PostMapping("/purge")
  @Action("purge")
  PurgedQueries purge(Tenant tenant) {
    return new PurgedQueries(queries.purge(tenant));
  }

  @GetMapping("/{queryId}/sortedIds")
  List<UUID> sortedIds(
      Caller caller,
      @PathVariable UUID queryId,
      @RequestParam(required = false) @Nullable Integer offset,
      @RequestParam(required = false) @Nullable Integer limit) {
    Paging paging = Paging.of(offset, limit, PAGE);
    QueryDetails query = queries.find(caller, queryId);
    definitions.type(caller, query.entityTypeId());
    return ids(caller, query, paging);
  }

  @GetMapping("/{queryId}")
  QueryView read(
      Caller caller,
      @PathVariable UUID queryId,
      @RequestParam(defaultValue = "false") boolean includeResults,
      @RequestParam(required = false) @Nullable Integer offset,
      @RequestParam(required = false) @Nullable Integer limit) {
    Paging paging = Paging.of(offset, limit, PAGE);
    QueryDetails query = queries.find(caller, queryId);
    if (!includeResults) {
      return new QueryView(query, null);
    }
    List<Map<String, Object>> results = results(caller, query, paging);
    // Its results may have been removed since it was read; before that it was marked as failed.
    boolean isComplete = query.status() == WorkStatus.SUCCESS;
    return new QueryView(isComplete ? queries.find(caller, queryId) : query, results);
  }

  private List<Map<String, Object>> results(Caller caller, QueryDetails query, Paging paging) {
    EntityType type = definitions.type(caller, query.entityTypeId());
    List<UUID> ids = ids(caller, query, paging);
    Supplier<List<Map<String, Object>>> records =
        () -> entities.read(caller.tenant(), type, Definitions.fields(type, query.fields()), ids);
    // What was found on the writer may not have reached the reader either.
    return query.fromReader() ? records.get() : database.onWriter(records);
  }

  // Where they were written: they may not have reached the reader.
  private List<UUID> ids(Caller caller, QueryDetails query, Paging paging) {
    return queries.page(writer, caller.tenant(), query.queryId(), paging.offset(), paging.size());
  }

  @DeleteMapping("/{queryId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Action("cancel")
  void cancel(Caller caller, @PathVariable UUID queryId) throws InterruptedException {
    queries.find(caller, queryId);
    if (!queries.cancel(caller.tenant(), queryId)) {
      queries.discard(caller.tenant(), queryId);
    }
  }
}
