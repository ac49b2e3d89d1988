package org.reprise.ldx.query;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Queries, under {@code reprise.ldx.query}.
 *
 * @param links in an answer
 * @param versionsWithoutContext whether a request without a configuration context gets the links of
 *     all versions, too; Link Discovery Management 1.0 wants such requests rejected
 */
@ConfigurationProperties("reprise.ldx.query")
record QuerySettings(
    @DefaultValue("100000") int links, @DefaultValue("false") boolean versionsWithoutContext) {
  QuerySettings {
    if (links < 1 || links > 1_000_000) {
      throw new IllegalArgumentException("reprise.ldx.query.links must be from 1 to 1,000,000");
    }
  }
}
