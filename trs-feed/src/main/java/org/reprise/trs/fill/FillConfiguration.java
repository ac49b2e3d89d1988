package org.reprise.trs.fill;

import org.reprise.trs.application.Installation;
import org.reprise.trs.application.ResourceUris;
import org.reprise.trs.database.OwnConnections;
import org.reprise.trs.feed.Bases;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class FillConfiguration {
  @Bean
  Fill fill(
      OwnConnections connections,
      TransactionTemplate transactions,
      Installation installation,
      ResourceUris uris,
      Bases bases) {
    return new Fill(connections, transactions, installation, uris, bases);
  }
}
