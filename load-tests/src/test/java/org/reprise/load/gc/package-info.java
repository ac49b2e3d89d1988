@NullMarked
package org.reprise.load.gc;

import org.jspecify.annotations.NullMarked;
