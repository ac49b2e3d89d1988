/**
 * A real PostgreSQL as processes of the current user, with a streaming hot standby on request:
 * {@link org.reprise.localstack.postgres.LocalPostgres}.
 */
@NullMarked
package org.reprise.localstack.postgres;

import org.jspecify.annotations.NullMarked;
