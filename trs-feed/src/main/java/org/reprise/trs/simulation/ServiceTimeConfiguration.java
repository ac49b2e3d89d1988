package org.reprise.trs.simulation;

import org.reprise.kit.ErrorShape;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ServiceTimeConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceTimeConfiguration.class);

  // After the caller is known: refused requests cost nothing.
  private static final int AFTER_SECURITY = 10;

  @Bean
  FilterRegistrationBean<ServiceTime> serviceTime(ServiceTimeSettings settings, ErrorShape shape) {
    FilterRegistrationBean<ServiceTime> registration =
        new FilterRegistrationBean<>(new ServiceTime(settings, shape));
    registration.setOrder(AFTER_SECURITY);
    registration.setEnabled(settings.isOn());
    if (settings.isOn()) {
      LOG.info("The service time is simulated: {}", settings);
    }
    return registration;
  }
}
