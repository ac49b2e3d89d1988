package org.reprise.gc;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.reprise.kit.work.OwnConnections;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

/** What several features use. */
@Configuration(proxyBeanMethods = false)
@ConfigurationPropertiesScan
@EnableScheduling
class GcConfiguration {
  @Bean
  OwnConnections ownConnections(DataSource source) throws SQLException {
    return new OwnConnections(source);
  }
}
