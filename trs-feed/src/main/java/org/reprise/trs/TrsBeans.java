package org.reprise.trs;

import javax.sql.DataSource;
import org.reprise.kit.web.ApiDescription;
import org.reprise.kit.work.OwnConnections;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that several features use. */
@Configuration(proxyBeanMethods = false)
@ConfigurationPropertiesScan
class TrsBeans {
  @Bean
  ApiDescription apiDescription() {
    return new ApiDescription(
        "trs-feed",
        "v1",
        "Artifacts of OSLC applications, their configurations and their tracked resource sets.");
  }

  @Bean
  OwnConnections ownConnections(DataSource source) {
    return new OwnConnections(source);
  }
}
