package org.reprise.trs.global;

import org.reprise.trs.application.Applications;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class GlobalBeans {
  @Bean
  GlobalServer globalServer(GlobalSettings settings) {
    return new GlobalServer(settings);
  }

  @Bean
  GlobalConfigurations globalConfigurations(
      GlobalServer server, GlobalSettings settings, Applications applications) {
    return new GlobalConfigurations(server, settings, applications);
  }
}
