package org.reprise.kit;

import org.apache.catalina.core.StandardHost;
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
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Puts the kit into a service that has it on its class path. The matching settings (virtual
 * threads, graceful shutdown, metric tags, health groups, log format) are in {@code
 * service-kit.yaml}, which the service's own {@code application.yaml} imports.
 */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@EnableConfigurationProperties({ConnectionLimits.class, RequestBodySettings.class})
@Import({ServiceSecurity.class, ProblemAdvice.class})
public class ServiceKitAutoConfiguration {

  @Bean
  FilterRegistrationBean<CorrelationIdFilter> correlationIdFilter() {
    FilterRegistrationBean<CorrelationIdFilter> registration =
        new FilterRegistrationBean<>(new CorrelationIdFilter());
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
    return registration;
  }

  @Bean
  @ConditionalOnMissingBean
  ErrorShape errorShape() {
    return new ProblemShape();
  }

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> errorsOfTheContainer(ErrorShape shape) {
    return factory ->
        factory.addContextCustomizers(context -> {
          StandardHost host = (StandardHost) context.getParent();
          host.setErrorReportValveClass(ErrorValve.class.getName());
          host.getPipeline().addValve(new ErrorValve(shape));
        });
  }

  @Bean
  FilterRegistrationBean<WellFormedRequestFilter> wellFormedRequestFilter(ErrorShape shape) {
    FilterRegistrationBean<WellFormedRequestFilter> registration =
        new FilterRegistrationBean<>(new WellFormedRequestFilter(shape));
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
    return registration;
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
  WebMvcConfigurer unknownParameters() {
    return new WebMvcConfigurer() {
      @Override
      public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new UnknownParameters());
      }
    };
  }

  @Bean
  ByteBudget bodyBudget(RequestBodySettings settings) {
    return settings.budget();
  }

  @Bean
  FilterRegistrationBean<RequestBodyLimitFilter> requestBodyLimitFilter(
      RequestBodySettings settings, ByteBudget budget) {
    FilterRegistrationBean<RequestBodyLimitFilter> registration =
        new FilterRegistrationBean<>(new RequestBodyLimitFilter(settings, budget));
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 2);
    return registration;
  }
}
