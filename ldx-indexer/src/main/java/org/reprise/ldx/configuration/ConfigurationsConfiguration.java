package org.reprise.ldx.configuration;

import org.reprise.ldx.http.Fetcher;
import org.reprise.ldx.source.DataSources;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class ConfigurationsConfiguration {
  @Bean
  Configurations configurations(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      DataSources sources,
      Fetcher fetcher,
      SelectionSettings settings) {
    StoredConfigurations stored = new StoredConfigurations(jdbc, transactions, settings.age());
    ConfigurationServers servers = new ConfigurationServers(sources);
    DescriptionReader reader = new DescriptionReader(fetcher, settings);
    return new Configurations(
        stored,
        servers,
        new GlobalConfigurations(stored, servers, reader, settings.timeout()),
        reader);
  }
}
