package org.reprise.lists.lease;

import com.zaxxer.hikari.HikariDataSource;
import org.reprise.kit.work.LeaseRenewal;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnections;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class LeaseConfiguration {
  @Bean
  LeaseRenewal leaseRenewal(HikariDataSource writer, Loops loops) {
    return new LeaseRenewal("list-refresh leases", new OwnConnections(writer), loops);
  }
}
