package org.reprise.lists;

import com.zaxxer.hikari.HikariDataSource;
import org.reprise.kit.security.FormSecurity;
import org.reprise.kit.work.LeaseRenewal;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnections;
import org.reprise.lists.entity.EntityTypes;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

@Configuration(proxyBeanMethods = false)
@ConfigurationPropertiesScan
class ListsBeans {
  @Bean
  EntityTypes entityTypes() {
    return EntityTypes.load();
  }

  @Bean
  LeaseRenewal leaseRenewal(HikariDataSource writer, Loops loops) {
    return new LeaseRenewal("list-refresh leases", new OwnConnections(writer), loops);
  }

  @Bean
  @Order(1)
  SecurityFilterChain pages(HttpSecurity http, FormSecurity forms) {
    http.securityMatcher("/");
    return forms.chain(http, null, "frame-ancestors 'none'");
  }
}
