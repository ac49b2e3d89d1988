/**
 * Shared servers of integration tests: one PostgreSQL and one Kafka for each JVM, as containers or
 * local processes, services to kill, and looks at what a service does to its database.
 */
@NullMarked
package org.reprise.localstack.testing;

import org.jspecify.annotations.NullMarked;
