package org.reprise.lists.refresh;

import java.util.Map;
import java.util.UUID;
import org.reprise.kit.work.LeaseRenewal;
import org.reprise.kit.work.Leases;
import org.reprise.lists.work.LeasedRows;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class RefreshBeans {
  /** Connections that refreshes leave to requests, however many lists are refreshed. */
  private static final int RESERVED = 2;

  @Bean
  Leases<UUID, Job> refreshLease(LeaseRenewal renewal, RefreshSettings settings) {
    return renewal.of(
        LeasedRows.leases("list_refresh", "id"), settings.lease(), job -> job.work().stop());
  }

  // A refresh may hold one connection and wait for a second. Where there are more connections than
  // refreshes, one of them always gets it. Of what it reads it has one, and what waits for too long
  // there goes to the writer, so that only refreshes of one mode are kept from each other's.
  static Map<RefreshMode, Integer> maxParallel(RefreshSettings settings, int writing, int reading) {
    int fit = Math.max(2, writing - RESERVED);
    int max = Math.max(1, reading - RESERVED);
    int fast = Math.min(Math.min(settings.parallelFast(), fit / 2), max);
    int compat = Math.min(Math.min(settings.parallel(), fit - fast), max);
    return Map.of(RefreshMode.FAST, fast, RefreshMode.COMPAT, compat);
  }
}
