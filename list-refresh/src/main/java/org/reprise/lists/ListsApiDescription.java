package org.reprise.lists;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.media.UUIDSchema;
import io.swagger.v3.oas.models.parameters.HeaderParameter;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.Set;
import org.reprise.kit.web.ApiDescription;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.tenant.Tenant;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.stereotype.Component;

/** Describes the API: the headers of each request, and the errors of each operation. */
@Component
class ListsApiDescription extends ApiDescription {
  private static final String ERROR = "Error";
  private static final String ERRORS = "Errors";
  private static final Set<String> WITH_ONE_ERROR = Set.of("/lists", "/query", "/data-import");

  static {
    // Resolved from headers, which are described below.
    SpringDocUtils.getConfig().addRequestWrapperToIgnore(Tenant.class, Caller.class);
  }

  ListsApiDescription() {
    super(
        "list-refresh",
        "v1",
        "FOLIO's lists, queries, circulation and data import over one inventory.");
  }

  @Override
  public void customise(OpenAPI api) {
    super.customise(api);
    Schema<?> parameter =
        new ObjectSchema()
            .addProperty("key", new StringSchema())
            .addProperty("value", new StringSchema());
    api.getComponents()
        .addSchemas(
            ERROR,
            new ObjectSchema()
                .addProperty("message", new StringSchema().description("For people"))
                .addProperty("code", new StringSchema().description("For programs"))
                .addProperty("parameters", new ArraySchema().items(parameter)))
        .addSchemas(
            ERRORS,
            new ObjectSchema().addProperty("errors", new ArraySchema().items(reference(ERROR))));
  }

  private static Schema<?> reference(String name) {
    return new Schema<>().$ref("#/components/schemas/" + name);
  }

  @Override
  protected void describe(String path, HttpMethod method, Operation operation) {
    StringSchema text = new StringSchema();
    operation
        .addParametersItem(header("X-Okapi-Tenant", "Whose data is meant", text).required(true))
        .addParametersItem(header("X-Okapi-User-Id", "Who asks", new UUIDSchema()))
        .addParametersItem(
            header("X-Okapi-Permissions", "What the user may, a JSON array of names", text));
    ApiResponses responses = operation.getResponses();
    error(responses, 400, ERROR, "What is wrong with the request, and where");
    error(responses, 503, ERROR, "The database does not answer");
    if (path.contains("{")) {
      error(responses, 404, ERROR, "The tenant has none of this id");
    }
    if (method == HttpMethod.PUT) {
      error(responses, 409, ERROR, "It was changed meanwhile");
    }
    if (operation.getRequestBody() != null && WITH_ONE_ERROR.stream().noneMatch(path::startsWith)) {
      error(responses, 422, ERRORS, "All that is against it");
    }
  }

  private static Parameter header(String name, String description, Schema<?> schema) {
    return new HeaderParameter().name(name).required(false).description(description).schema(schema);
  }

  private static void error(ApiResponses responses, int status, String schema, String description) {
    answer(responses, status, description, "application/json", reference(schema));
  }
}
