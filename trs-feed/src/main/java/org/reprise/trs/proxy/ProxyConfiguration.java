package org.reprise.trs.proxy;

import java.util.List;
import org.reprise.kit.error.ErrorShape;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.reprise.trs.global.GlobalServer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ProxyConfiguration {
  // After the caller is known, and vouched for.
  private static final int AFTER_HOP = 7;

  @Bean
  FilterRegistrationBean<Proxy> proxy(
      GlobalServer server, Applications applications, ErrorShape shape) {
    List<Application> versioned =
        applications.withResources().stream().filter(Application::isVersioned).toList();
    FilterRegistrationBean<Proxy> registration =
        new FilterRegistrationBean<>(new Proxy(server, versioned, shape));
    registration.setOrder(AFTER_HOP);
    return registration;
  }
}
