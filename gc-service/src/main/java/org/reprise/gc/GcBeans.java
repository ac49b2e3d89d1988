package org.reprise.gc;

import javax.sql.DataSource;
import org.reprise.kit.web.ApiDescription;
import org.reprise.kit.work.OwnConnections;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that several features use. */
@Configuration(proxyBeanMethods = false)
@ConfigurationPropertiesScan
class GcBeans {
  @Bean
  ApiDescription apiDescription() {
    return new ApiDescription(
        "gc-service",
        "v1",
        "OSLC global configurations: components, streams, baselines, and what they resolve to.");
  }

  @Bean
  OwnConnections ownConnections(DataSource source) {
    return new OwnConnections(source);
  }
}
