package org.reprise.cps.web;

import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.PathParameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reprise.kit.web.ApiDescription;
import org.springframework.stereotype.Component;
import org.springframework.util.StringUtils;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Describes the API: versions, JSON and XML, and errors, as the original does. */
@Component
class CpsApiDescription extends ApiDescription implements WebMvcConfigurer {
  private static final String JSON = "application/json";
  private static final String XML = "application/xml";
  private static final String ERROR = "ErrorMessage";

  CpsApiDescription() {
    super(
        "cps-core",
        "v1, v2, v3",
        "Stores data that conforms to YANG models, with ONAP CPS core's API.");
  }

  @Override
  public void addViewControllers(ViewControllerRegistry registry) {
    registry.addRedirectViewController("/api-docs/cps-core/openapi.yaml", "/v3/api-docs.yaml");
  }

  @Override
  public void customise(OpenAPI api) {
    super.customise(api);
    ModelConverters.getInstance()
        .read(CpsErrors.ErrorMessage.class)
        .forEach(api.getComponents()::addSchemas);
  }

  @Override
  protected void describe(String path, HttpMethod method, Operation operation) {
    operation.setOperationId(nameOf(path, method));
    boolean xmlAnswer = takesHeader(operation, "Accept");
    boolean xmlBody = takesHeader(operation, "Content-Type") && operation.getRequestBody() != null;
    describeParameters(path, operation);
    if (xmlBody) {
      operation.getRequestBody().setContent(documents(true));
    }
    describeSuccess(path, method, operation.getResponses(), xmlAnswer);
    describeErrors(path, method, operation);
  }

  private static boolean takesHeader(Operation operation, String name) {
    return operation.getParameters() != null
        && operation.getParameters().stream().anyMatch(p -> p.getName().equals(name));
  }

  // OpenAPI passes over parameters of these names: contents say what they would.
  private static void describeParameters(String path, Operation operation) {
    List<Parameter> parameters = new ArrayList<>();
    if (path.contains("{version}")) {
      Schema<String> versions = new StringSchema()._enum(List.of("v1", "v2"));
      parameters.add(new PathParameter().name("version").schema(versions));
    }
    if (operation.getParameters() != null) {
      operation.getParameters().stream()
          .filter(p -> !Set.of("Accept", "Content-Type").contains(p.getName()))
          .forEach(parameters::add);
    }
    operation.setParameters(parameters);
  }

  private static Content documents(boolean xml) {
    Content content = new Content().addMediaType(JSON, new MediaType().schema(new ObjectSchema()));
    return xml
        ? content.addMediaType(XML, new MediaType().schema(new StringSchema().description("XML")))
        : content;
  }

  private static void describeSuccess(
      String path, HttpMethod method, ApiResponses responses, boolean xml) {
    ApiResponse success = responses.get("200");
    boolean createsNodes =
        method == HttpMethod.POST && (path.endsWith("/nodes") || path.endsWith("/list-nodes"));
    if (createsNodes) {
      responses.addApiResponse("201", new ApiResponse().description("Created"));
      responses.addApiResponse(
          "200", new ApiResponse().description("Nothing was stored: it was a dry run"));
    } else if (success != null && success.getContent() != null) {
      MediaType any = success.getContent().values().iterator().next();
      boolean document = any.getSchema() instanceof StringSchema;
      success.setContent(document || xml ? documents(xml) : new Content().addMediaType(JSON, any));
    }
  }

  private static void describeErrors(String path, HttpMethod method, Operation operation) {
    ApiResponses responses = operation.getResponses();
    error(responses, 400, "What is wrong with the request, or names what does not exist");
    error(responses, 401, "Without credentials that are known");
    boolean reads =
        method == HttpMethod.GET && path.matches(".*/(node|delta|notification-subscription)");
    if (reads || method == HttpMethod.PATCH) {
      error(responses, 404, "There is no data at an xpath");
    }
    if (method == HttpMethod.GET) {
      error(responses, 406, "The answer is in no type that is accepted");
    }
    if (method == HttpMethod.POST || method == HttpMethod.DELETE) {
      error(responses, 409, "Something is there already, or still in use");
    }
    if (operation.getRequestBody() != null) {
      error(responses, 413, "The body is too large");
      error(responses, 415, "The body is of a type that is not read");
    }
    error(responses, 503, "The database does not answer");
  }

  private static void error(ApiResponses responses, int status, String description) {
    answer(
        responses, status, description, JSON, new Schema<>().$ref("#/components/schemas/" + ERROR));
  }

  /** Method, words of the path, and the version where it is a fixed one. */
  private static String nameOf(String path, HttpMethod method) {
    List<String> segments = List.of(path.substring("/cps/api/".length()).split("/", -1));
    String version = segments.getFirst();
    String last = segments.getLast();
    return method.name().toLowerCase(Locale.ROOT)
        + segments.stream()
            .skip(1)
            .filter(segment -> !segment.startsWith("{"))
            .map(CpsApiDescription::capitalized)
            .collect(Collectors.joining())
        + (last.startsWith("{") ? "By" + capitalized(last.substring(1, last.length() - 1)) : "")
        + (version.startsWith("{") ? "" : version.toUpperCase(Locale.ROOT));
  }

  private static String capitalized(String words) {
    return Stream.of(words.split("-", -1))
        .map(StringUtils::capitalize)
        .collect(Collectors.joining());
  }
}
