/**
 * The little that every service shares: security that is closed but for health, RFC 9457 problem
 * details, a correlation id, a bound on request bodies, threads that go on after every failure, and
 * connections beside the pool.
 */
@NullMarked
package org.reprise.kit;

import org.jspecify.annotations.NullMarked;
