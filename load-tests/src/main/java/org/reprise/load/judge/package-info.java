/** Puts every published figure and claim beside what was measured and says what follows. */
@NullMarked
package org.reprise.load.judge;

import org.jspecify.annotations.NullMarked;
