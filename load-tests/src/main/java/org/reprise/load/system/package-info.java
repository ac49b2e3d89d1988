/**
 * What a system under test is to the commands: its report, its services, its runs and benchmarks.
 * {@link org.reprise.load.system.Systems} alone names them.
 */
@NullMarked
package org.reprise.load.system;

import org.jspecify.annotations.NullMarked;
