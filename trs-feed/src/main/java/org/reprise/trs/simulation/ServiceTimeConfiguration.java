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

  // After the caller is known and vouched for, since refused requests cost nothing, and before the
  // proxy: what it forwards is an application's work, too.
  private static final int AFTER_HOP = 6;

  @Bean
  ServiceTime serviceTime(ServiceTimeSettings settings, ErrorShape shape) {
    return new ServiceTime(settings, shape);
  }

  @Bean
  FilterRegistrationBean<ServiceTime> serviceTimeFilter(
      ServiceTime serviceTime, ServiceTimeSettings settings) {
    FilterRegistrationBean<ServiceTime> registration = new FilterRegistrationBean<>(serviceTime);
    registration.setOrder(AFTER_HOP);
    registration.setEnabled(settings.isOn() || settings.adjustable());
    if (settings.isOn()) {
      LOG.info("The service time is simulated: {}", settings);
    }
    return registration;
  }
}
