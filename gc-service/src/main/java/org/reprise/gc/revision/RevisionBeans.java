package org.reprise.gc.revision;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizers;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;

@Configuration(proxyBeanMethods = false)
class RevisionBeans {
  @Bean
  PlatformTransactionManager transactionManager(
      Revisions revisions, ObjectProvider<TransactionManagerCustomizers> customizers) {
    InvalidatingTransactionManager transactions = new InvalidatingTransactionManager(revisions);
    customizers.ifAvailable(all -> all.customize(transactions));
    return transactions;
  }
}
