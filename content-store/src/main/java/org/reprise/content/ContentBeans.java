package org.reprise.content;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.HeaderParameter;
import javax.sql.DataSource;
import org.reprise.kit.security.FormSecurity;
import org.reprise.kit.web.ApiDescription;
import org.reprise.kit.work.LeaseRenewal;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnections;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** What several features use. */
@Configuration(proxyBeanMethods = false)
@ConfigurationPropertiesScan
class ContentBeans {
  @Bean
  ApiDescription apiDescription() {
    return new ApiDescription(
        "content-store", "v1", "Documents with versions in folders, and their contents.") {
      @Override
      protected void describe(String path, HttpMethod method, Operation operation) {
        if (path.startsWith("/uploads") && method != HttpMethod.OPTIONS) {
          operation.addParametersItem(
              new HeaderParameter()
                  .name("Tus-Resumable")
                  .required(true)
                  .schema(new StringSchema().addEnumItem("1.0.0")));
        }
      }
    };
  }

  @Bean
  LeaseRenewal leaseRenewal(DataSource pool, Loops loops) {
    return new LeaseRenewal("content-store leases", new OwnConnections(pool), loops);
  }

  /** Security of the pages; service-kit refuses forms of other sites. Uploads need the script. */
  @Bean
  @Order(1)
  SecurityFilterChain pages(HttpSecurity http, FormSecurity forms) {
    http.securityMatcher("/content/web", "/content/web/**");
    return forms.chain(http, null, "script-src 'self'; connect-src 'self'; frame-ancestors 'none'");
  }
}
