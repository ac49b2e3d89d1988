@NullMarked
package org.reprise.load.sampling;

import org.jspecify.annotations.NullMarked;
