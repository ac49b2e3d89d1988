package org.reprise.lists.lease;

import com.zaxxer.hikari.HikariDataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class LeaseConfiguration {
  @Bean
  Leases leases(HikariDataSource writer) {
    return new Leases(writer);
  }
}
