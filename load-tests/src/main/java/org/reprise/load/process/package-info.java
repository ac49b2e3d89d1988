/** What the processes of a run may use of the machine: each role its own share of processors. */
@NullMarked
package org.reprise.load.process;

import org.jspecify.annotations.NullMarked;
