package org.reprise.lists.tenant;

import java.util.List;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

@Configuration(proxyBeanMethods = false)
class TenantBeans {
  @Bean
  @DependsOnDatabaseInitialization
  Tenants tenants(JdbcClient jdbc, TenantSettings settings) {
    return Tenants.register(jdbc, settings.tenants());
  }

  @Bean
  TopicNames topicNames(TenantSettings settings) {
    return new TopicNames(settings.environment());
  }

  @Bean
  WebMvcConfigurer tenantArguments(Tenants tenants) {
    return new WebMvcConfigurer() {
      @Override
      public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new TenantArguments(tenants));
      }
    };
  }
}
