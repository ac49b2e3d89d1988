/**
 * Real servers as plain processes of the current user: PostgreSQL with a hot standby on request,
 * Kafka, and any other child process with its log, its pid file and an orderly end.
 *
 * <p>Entry points: {@link org.reprise.localstack.LocalPostgres}, {@link
 * org.reprise.localstack.LocalKafka}, {@link org.reprise.localstack.LocalProcess}, {@link
 * org.reprise.localstack.Leftovers} and, for tests, {@link org.reprise.localstack.TestDatabase} and
 * {@link org.reprise.localstack.TestKafka}.
 */
@NullMarked
package org.reprise.localstack;

import org.jspecify.annotations.NullMarked;
