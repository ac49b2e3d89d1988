package org.reprise.gc;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.reprise.kit.web.ApiDescription;
import org.reprise.kit.work.OwnConnections;
import org.reprise.oslc.query.OslcQuery;
import org.reprise.oslc.web.LdpContainer;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Beans that several features use. */
@Configuration(proxyBeanMethods = false)
@ConfigurationPropertiesScan
@Import(OwnConnections.class)
class GcBeans {
  // Controllers read these from the request, which rejects different values of one.
  private static final Map<String, List<String>> PARAMETERS =
      Map.of(
          "/gc/resolve", List.of("context", "component"),
          "/gc/oslc-query/{path}", List.copyOf(new TreeSet<>(OslcQuery.PARAMETERS)));

  @Bean
  ApiDescription apiDescription() {
    return new ApiDescription(
        "gc-service",
        "v1",
        "OSLC global configurations: components, streams, baselines, and what they resolve to.") {
      @Override
      protected void describe(String path, HttpMethod method, Operation operation) {
        PARAMETERS.getOrDefault(path, List.of()).forEach(name -> add(operation, "query", name));
        if (method == HttpMethod.PUT || method == HttpMethod.DELETE) {
          add(operation, "header", "If-Match");
        }
        if (path.endsWith("/baselines")) {
          add(operation, "header", "Idempotency-Key");
        }
        if (operation.getRequestBody() != null) {
          Content documents = new Content();
          LdpContainer.DOCUMENTS.forEach(
              type -> documents.addMediaType(type, new MediaType().schema(new StringSchema())));
          operation.getRequestBody().setContent(documents);
        }
      }

      private static void add(Operation operation, String place, String name) {
        operation.addParametersItem(
            new Parameter().in(place).name(name).schema(new StringSchema()));
      }
    };
  }
}
