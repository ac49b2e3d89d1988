package org.reprise.gc;

import org.reprise.kit.web.ApiDescription;
import org.reprise.kit.work.OwnConnections;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Beans that several features use. */
@Configuration(proxyBeanMethods = false)
@ConfigurationPropertiesScan
@Import(OwnConnections.class)
class GcBeans {
  @Bean
  ApiDescription apiDescription() {
    return new ApiDescription(
        "gc-service",
        "v1",
        "OSLC global configurations: components, streams, baselines, and what they resolve to.");
  }
}
