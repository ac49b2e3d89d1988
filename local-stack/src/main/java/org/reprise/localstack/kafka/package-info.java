/**
 * A real Kafka broker as one process of the current user: {@link
 * org.reprise.localstack.kafka.LocalKafka}.
 */
@NullMarked
package org.reprise.localstack.kafka;

import org.jspecify.annotations.NullMarked;
