package org.reprise.lists.tenant;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.Resource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

@Configuration(proxyBeanMethods = false)
class TenantBeans {
  @Bean
  @DependsOnDatabaseInitialization
  Tenants tenants(
      JdbcClient jdbc,
      TenantSettings settings,
      @Value("classpath:db/reference-data.sql") Resource referenceData)
      throws IOException {
    return Tenants.register(
        jdbc, settings.tenants(), referenceData.getContentAsString(StandardCharsets.UTF_8));
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
