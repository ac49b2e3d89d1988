/** Threads that go on after every failure, leases, and connections beside the pool. */
@NullMarked
package org.reprise.kit.work;

import org.jspecify.annotations.NullMarked;
