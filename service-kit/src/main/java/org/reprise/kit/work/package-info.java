/** Threads that go on after every failure, and connections beside the pool. */
@NullMarked
package org.reprise.kit.work;

import org.jspecify.annotations.NullMarked;
