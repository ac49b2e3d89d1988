package org.reprise.content.web;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** How long a request keeps a connection, under {@code reprise.content}. */
@ConfigurationProperties("reprise.content")
record PoolSettings(@DefaultValue("statement") Hold connectionHold) {
  enum Hold {
    /**
     * From before its handler until after it, also while a body is received or a response is
     * written. So a pool that is smaller than the number of threads limits requests, as in the
     * report.
     */
    REQUEST,
    /** For each statement or transaction. */
    STATEMENT
  }
}
