package org.reprise.trs;

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
class TrsBeans {
  @Bean
  ApiDescription apiDescription() {
    return new ApiDescription(
        "trs-feed",
        "v1",
        "Artifacts of OSLC applications, their configurations and their tracked resource sets.");
  }
}
