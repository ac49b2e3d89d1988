package org.reprise.kit;

import jakarta.servlet.Filter;
import java.util.Locale;
import org.apache.catalina.core.StandardHost;
import org.reprise.kit.connections.ConnectionLimits;
import org.reprise.kit.connections.TimedHttp11Protocol;
import org.reprise.kit.error.CorrelationIdFilter;
import org.reprise.kit.error.ErrorAdvice;
import org.reprise.kit.error.ErrorShape;
import org.reprise.kit.error.ErrorValve;
import org.reprise.kit.error.ProblemShape;
import org.reprise.kit.limits.ByteBudget;
import org.reprise.kit.limits.RequestBodyLimitFilter;
import org.reprise.kit.limits.RequestBodySettings;
import org.reprise.kit.security.CrossSiteFilter;
import org.reprise.kit.security.ServiceSecurity;
import org.reprise.kit.web.UnknownParameters;
import org.reprise.kit.web.WellFormedRequestFilter;
import org.reprise.kit.work.Loops;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;

/**
 * Adds the kit to a service. The matching settings are in {@code service-kit.yaml}, which the
 * service's {@code application.yaml} imports.
 */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@EnableConfigurationProperties({ConnectionLimits.class, RequestBodySettings.class})
@Import({ServiceSecurity.class, ErrorAdvice.class, UnknownParameters.class})
public class ServiceKitAutoConfiguration {
  /** In any locale, numbers in SQL, headers and commands have the digits 0 to 9. */
  ServiceKitAutoConfiguration() {
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
  }

  @Bean
  FilterRegistrationBean<CorrelationIdFilter> correlationIdFilter() {
    return registered(new CorrelationIdFilter(), 0);
  }

  @Bean
  @ConditionalOnMissingBean
  ErrorShape errorShape() {
    return new ProblemShape();
  }

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> containerErrors(ErrorShape shape) {
    return factory ->
        factory.addContextCustomizers(context -> {
          StandardHost host = (StandardHost) context.getParent();
          host.setErrorReportValveClass(ErrorValve.class.getName());
          host.getPipeline().addValve(new ErrorValve(shape));
        });
  }

  @Bean
  FilterRegistrationBean<WellFormedRequestFilter> wellFormedRequestFilter(ErrorShape shape) {
    return registered(new WellFormedRequestFilter(shape), 1);
  }

  @Bean
  FilterRegistrationBean<CrossSiteFilter> crossSiteFilter(ErrorShape shape) {
    return registered(new CrossSiteFilter(shape), 2);
  }

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> connectionLimits(
      ConnectionLimits limits) {
    return factory -> {
      factory.setProtocol(TimedHttp11Protocol.class.getName());
      factory.addConnectorCustomizers(
          connector -> ((TimedHttp11Protocol) connector.getProtocolHandler()).limit(limits));
    };
  }

  @Bean
  ByteBudget bodyBudget(RequestBodySettings settings) {
    return settings.budget();
  }

  @Bean
  FilterRegistrationBean<RequestBodyLimitFilter> requestBodyLimitFilter(
      RequestBodySettings settings, ByteBudget budget) {
    return registered(new RequestBodyLimitFilter(settings, budget), 3);
  }

  /** Health calls it {@code threads}, after the bean. */
  @Bean
  Loops threadsHealthIndicator() {
    return new Loops();
  }

  private static <T extends Filter> FilterRegistrationBean<T> registered(T filter, int place) {
    FilterRegistrationBean<T> registration = new FilterRegistrationBean<>(filter);
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + place);
    return registration;
  }
}
