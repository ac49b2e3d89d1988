package org.reprise.ebms.web;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.io.IOException;
import java.util.Properties;
import java.util.Set;
import org.reprise.kit.web.ApiDescription;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.stereotype.Component;

/**
 * Describes the management API: documents of agreements, and the errors of each operation. The
 * message handler's endpoint is not part of it: ebMS 2.0 describes that.
 */
@Component
class EbmsApiDescription extends ApiDescription {
  private static final String PROBLEM = "application/problem+json";
  private static final String XML = "application/xml";
  private static final Set<String> STATE_CHANGES = Set.of("resend", "hold", "release", "cancel");

  private final Properties summaries;

  EbmsApiDescription() throws IOException {
    super("ebms-adapter", "v1", "Manages a message handler of ebMS 2.0, which receives at /ebms.");
    this.summaries =
        PropertiesLoaderUtils.loadProperties(new ClassPathResource("openapi-summaries.properties"));
  }

  @Override
  protected void describe(String path, HttpMethod method, Operation operation) {
    operation.setSummary(summaries.getProperty(path + "." + method));
    ApiResponses responses = operation.getResponses();
    if (path.startsWith("/api/v1/agreements") && !path.endsWith("/certificates")) {
      describeDocuments(path, method, operation);
    }
    problem(responses, 401, "Without credentials that are known");
    problem(responses, 503, "The database does not answer, or the partner's queue is full");
    if (operation.getRequestBody() != null) {
      problem(responses, 400, "What is wrong with the body, and where");
      problem(responses, 413, "The body is too long");
      problem(responses, 415, "The body is of a type that is not read");
    }
    boolean isAction = method == HttpMethod.POST && path.startsWith("/api/v1/partners/");
    if (path.contains("{") || method == HttpMethod.DELETE || isAction) {
      problem(responses, 404, "There is none of this name");
    }
    if (STATE_CHANGES.contains(path.substring(path.lastIndexOf('/') + 1))) {
      problem(responses, 409, "The message is in a state for which this is not");
    }
  }

  private static void describeDocuments(String path, HttpMethod method, Operation operation) {
    if (operation.getRequestBody() != null) {
      operation.getRequestBody().setContent(xml());
    }
    ApiResponses responses = operation.getResponses();
    boolean one = path.endsWith("{cpaId}");
    if (method == HttpMethod.GET && one) {
      Schema<?> summary = new Schema<>().$ref("#/components/schemas/Summary");
      responses.addApiResponse(
          "200",
          new ApiResponse()
              .description("The document as it was given, or a summary")
              .content(xml().addMediaType("application/json", new MediaType().schema(summary))));
    } else if (method == HttpMethod.PUT) {
      responses.addApiResponse("201", new ApiResponse().description("There was none"));
      responses.addApiResponse("200", new ApiResponse().description("It was replaced"));
    } else if (method == HttpMethod.POST && path.endsWith("agreements")) {
      problem(responses, 409, "There is one of this name already");
    }
  }

  private static Content xml() {
    return new Content()
        .addMediaType(XML, new MediaType().schema(new StringSchema().description("CPA 2.0")));
  }

  private static void problem(ApiResponses responses, int status, String description) {
    answer(responses, status, description, PROBLEM, new ObjectSchema());
  }
}
