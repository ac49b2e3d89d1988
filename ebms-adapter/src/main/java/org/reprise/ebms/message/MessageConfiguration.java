package org.reprise.ebms.message;

import java.time.Duration;
import java.util.function.IntSupplier;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.LocalParties;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.instance.Instance;
import org.reprise.ebms.packaging.MessageReader;
import org.reprise.ebms.ping.PingSettings;
import org.reprise.ebms.send.Partners;
import org.reprise.ebms.signal.SignalRequests;
import org.reprise.kit.work.Loops;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.unit.DataSize;

@Configuration(proxyBeanMethods = false)
class MessageConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(MessageConfiguration.class);
  private static final int MESSAGES_AT_ONCE = 2000;
  private static final int EVENTS_AT_ONCE = 10_000;
  // A thousand messages of 32 MB each took longer than a statement may.
  private static final long BYTES_AT_ONCE = DataSize.ofMegabytes(64).toBytes();
  private static final Duration PURGE_PAUSE = Duration.ofSeconds(1);
  private static final Duration UNANSWERED_PAUSE = Duration.ofSeconds(1);

  @Bean
  PayloadTable payloadTable(JdbcClient jdbc) {
    return new PayloadTable(jdbc);
  }

  @Bean
  MessageTable messageTable(JdbcClient jdbc, PayloadTable payloads) {
    return new MessageTable(jdbc, payloads);
  }

  @Bean
  DeliveryTable deliveryTable(JdbcClient jdbc) {
    return new DeliveryTable(jdbc);
  }

  @Bean
  Events events(JdbcClient jdbc) {
    return new Events(jdbc);
  }

  @Bean
  MessageStates messageStates(
      DeliveryTable deliveries,
      MessageTable messages,
      Events events,
      MessageReader reader,
      Agreements agreements,
      EnvelopeReader envelopes,
      MessageProtection protection,
      TransactionTemplate transactions,
      MessageSettings settings,
      Partners partners) {
    return new MessageStates(
        deliveries,
        messages,
        events,
        reader,
        new ReceiptCheck(messages, agreements, envelopes, protection),
        transactions,
        settings,
        partners.settings().breakerOpen());
  }

  @Bean
  Deliveries deliveries(
      DeliveryTable table,
      PayloadTable payloads,
      MessageStates messageStates,
      Instance instance,
      Partners partners,
      MessageSettings settings,
      Loops loops) {
    return new Deliveries(table, payloads, messageStates, instance, partners, settings, loops);
  }

  @Bean
  Inbox inbox(
      MessageTable messages,
      PayloadTable payloads,
      DeliveryTable outgoing,
      Events events,
      MessageProtection protection,
      TransactionTemplate transactions,
      MessageSettings settings,
      Deliveries deliveries) {
    return new Inbox(
        messages,
        payloads,
        outgoing,
        events,
        protection,
        transactions,
        settings.keepReceived(),
        deliveries::wake);
  }

  @Bean
  ErrorReports errorReports(
      DeliveryTable table,
      TransactionTemplate transactions,
      MessageSettings settings,
      Deliveries deliveries) {
    return new ErrorReports(table, transactions, settings.backlog(), deliveries::wake);
  }

  @Bean
  Messages messages(
      Agreements agreements,
      LocalParties localParties,
      Partners partners,
      MessageTable messages,
      PayloadTable payloads,
      DeliveryTable table,
      MessageProtection protection,
      TransactionTemplate transactions,
      MessageSettings settings,
      Deliveries deliveries) {
    return new Messages(
        agreements,
        localParties,
        partners,
        messages,
        payloads,
        table,
        protection,
        transactions,
        settings,
        deliveries::wake);
  }

  @Bean
  Resends resends(Messages messages, MessageTable table, EnvelopeReader envelopes) {
    return new Resends(messages, table, envelopes);
  }

  @Bean
  StatusRequests statusRequests(
      JdbcClient jdbc, Agreements agreements, MessageTable messages, SignalRequests requests) {
    return new StatusRequests(jdbc, agreements, messages, requests);
  }

  @Bean
  SchedulingConfigurer unansweredStatusRequests(StatusRequests requests, PingSettings settings) {
    return tasks ->
        tasks.addFixedDelayTask(() -> endUnanswered(requests, settings), UNANSWERED_PAUSE);
  }

  private static void endUnanswered(StatusRequests requests, PingSettings settings) {
    try {
      requests.endUnanswered(settings.answerWithin());
    } catch (DataAccessException e) {
      LOG.warn("StatusRequests without an answer wait for the database: {}", e.getMessage());
    }
  }

  // A slice at a time, so that the other scheduled work, which shares a thread, goes on meanwhile.
  @Bean
  SchedulingConfigurer purges(MessageTable messages, Events events, MessageSettings settings) {
    return tasks -> {
      tasks.addFixedDelayTask(
          () -> purge("messages", () -> messages.purge(MESSAGES_AT_ONCE, BYTES_AT_ONCE)),
          PURGE_PAUSE);
      tasks.addFixedDelayTask(
          () -> purge("events", () -> events.purge(settings.keepEvents(), EVENTS_AT_ONCE)),
          PURGE_PAUSE);
    };
  }

  private static void purge(String what, IntSupplier slice) {
    try {
      int deleted = slice.getAsInt();
      if (deleted > 0) {
        LOG.debug("Deleted {} {} whose time is over", deleted, what);
      }
    } catch (DataAccessException e) {
      LOG.warn("Cannot delete {} whose time is over; trying again: {}", what, e.getMessage());
    }
  }
}
