package org.reprise.trs.authentication;

import org.reprise.kit.error.ErrorShape;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class HopConfiguration {
  // After the caller is known.
  private static final int AFTER_SECURITY = 5;

  @Bean
  @ConditionalOnExpression("!'${reprise.trs.authentication.hop:}'.isBlank()")
  FilterRegistrationBean<Hop> hop(HopSettings settings, ErrorShape shape) {
    if (settings.hop() == null) {
      throw new IllegalStateException("reprise.trs.authentication.hop is not set");
    }
    FilterRegistrationBean<Hop> registration =
        new FilterRegistrationBean<>(new Hop(settings.hop(), settings.timeout(), shape));
    registration.setOrder(AFTER_SECURITY);
    return registration;
  }
}
