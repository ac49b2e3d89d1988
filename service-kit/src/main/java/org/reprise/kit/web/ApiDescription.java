package org.reprise.kit.web;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.security.SecurityScheme.Type;
import org.springdoc.core.customizers.OpenApiCustomizer;

/**
 * Completes the OpenAPI document at {@code /v3/api-docs} with what the signatures of controllers do
 * not tell: the service, how callers authenticate, and the errors of every operation. A service
 * overrides {@link #describe} for its own.
 */
public class ApiDescription implements OpenApiCustomizer {
  private final Info info;

  /**
   * Describes a service.
   *
   * @param version of its API, such as {@code v1}
   * @param description of what it does, one sentence
   */
  public ApiDescription(String service, String version, String description) {
    this.info = new Info().title(service).version(version).description(description);
  }

  @Override
  public void customise(OpenAPI api) {
    api.setInfo(info);
    api.getComponents()
        .addSecuritySchemes("basic", new SecurityScheme().type(Type.HTTP).scheme("basic"))
        .addSecuritySchemes(
            "bearer",
            new SecurityScheme()
                .type(Type.HTTP)
                .scheme("bearer")
                .bearerFormat("JWT")
                .description("Where a token issuer is configured."));
    api.addSecurityItem(new SecurityRequirement().addList("basic"))
        .addSecurityItem(new SecurityRequirement().addList("bearer"));
    api.getPaths()
        .forEach((path, item) ->
            item.readOperationsMap()
                .forEach((method, operation) -> {
                  if (operation.getTags() != null) {
                    operation.getTags().replaceAll(tag -> tag.replace("-controller", ""));
                  }
                  operation
                      .getResponses()
                      .addApiResponse("401", new ApiResponse().description("No valid credentials"))
                      .addApiResponse(
                          "503", new ApiResponse().description("The database does not answer"));
                  describe(path, method, operation);
                }));
  }

  /** Adds what a service knows of one of its operations; nothing by default. */
  protected void describe(String path, HttpMethod method, Operation operation) {}

  /** Adds or replaces the answer with a status, whose body has one media type. */
  protected static void answer(
      ApiResponses responses, int status, String description, String mediaType, Schema<?> body) {
    responses.addApiResponse(
        String.valueOf(status),
        new ApiResponse()
            .description(description)
            .content(new Content().addMediaType(mediaType, new MediaType().schema(body))));
  }
}
