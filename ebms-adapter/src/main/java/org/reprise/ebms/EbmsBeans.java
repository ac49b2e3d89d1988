package org.reprise.ebms;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import javax.sql.DataSource;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.LocalParties;
import org.reprise.ebms.audit.ActionLog;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.instance.Instance;
import org.reprise.ebms.message.MessageProtection;
import org.reprise.ebms.packaging.MemoryBudget;
import org.reprise.ebms.packaging.MessageReader;
import org.reprise.ebms.packaging.PackagingLimits;
import org.reprise.ebms.security.KeyRing;
import org.reprise.ebms.security.Signatures;
import org.reprise.ebms.security.Trust;
import org.reprise.ebms.send.AllowedHosts;
import org.reprise.ebms.send.Partners;
import org.reprise.ebms.send.SendSettings;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnections;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.boot.task.SimpleAsyncTaskSchedulerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
@EnableScheduling
class EbmsBeans {
  private static final Logger LOG = LoggerFactory.getLogger(EbmsBeans.class);
  // Decryption holds a payload twice, for nothing of it is used before its tag was checked.
  private static final long HEAP_FOR_MESSAGES = 4;
  private static final long HEAP_PER_PAYLOAD = 2 * HEAP_FOR_MESSAGES;
  private static final Duration MAX_WAIT_FOR_MEMORY = Duration.ofSeconds(5);

  @Bean
  Agreements agreements(JdbcClient jdbc, TransactionTemplate transactions, ActionLog actions) {
    Agreements agreements = new Agreements(jdbc, transactions, actions);
    agreements.refresh();
    return agreements;
  }

  @Bean
  LocalParties localParties(EbmsSettings settings) {
    return new LocalParties(settings.localParties());
  }

  @Bean
  SimpleAsyncTaskSchedulerCustomizer failuresOfScheduledTasks() {
    return scheduler ->
        scheduler.setErrorHandler(e -> {
          if (DatabaseFault.among(e) == null) {
            LOG.error("A scheduled task failed; trying again", e);
          } else {
            LOG.warn("A scheduled task waits for the database: {}", e.getMessage());
          }
        });
  }

  @Bean
  EnvelopeReader envelopeReader() {
    return new EnvelopeReader();
  }

  @Bean
  MessageReader messageReader(
      EnvelopeReader envelopes, PackagingLimits limits, EbmsSettings settings) {
    return new MessageReader(
        envelopes,
        new MemoryBudget(Runtime.getRuntime().maxMemory() / HEAP_FOR_MESSAGES, MAX_WAIT_FOR_MEMORY),
        limits,
        settings.spoolDirectory());
  }

  @Bean
  MessageProtection messageProtection(
      Agreements agreements,
      KeyRing keys,
      Trust trust,
      Signatures signatures,
      PackagingLimits limits,
      EbmsSettings settings) {
    long heap = Runtime.getRuntime().maxMemory();
    long largest = Math.min(limits.message().toBytes(), heap / HEAP_PER_PAYLOAD);
    return new MessageProtection(
        agreements, keys, trust, signatures, settings.spoolDirectory(), largest);
  }

  @Bean
  @DependsOnDatabaseInitialization
  Instance instance(DataSource pool, EbmsSettings settings, Loops loops) {
    return new Instance(new OwnConnections(pool), settings.lease(), loops);
  }

  @Bean
  Partners partners(
      SendSettings send,
      EbmsSettings settings,
      ObjectProvider<TlsSocketStrategy> tls,
      MeterRegistry registry) {
    return new Partners(
        send, new AllowedHosts(settings.allowedHosts()), tls.getIfAvailable(), registry);
  }
}
