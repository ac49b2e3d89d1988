package org.reprise.ldx.query;

import org.reprise.kit.limits.SettingBounds;
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
    new SettingBounds("reprise.ldx.query").within("links", links, 1, 1_000_000);
  }
}
