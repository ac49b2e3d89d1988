/** The load generator, which knows no system: a system gives it the flow of one user. */
@NullMarked
package org.reprise.load.generator;

import org.jspecify.annotations.NullMarked;
