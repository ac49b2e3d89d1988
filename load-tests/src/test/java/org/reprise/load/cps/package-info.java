@NullMarked
package org.reprise.load.cps;

import org.jspecify.annotations.NullMarked;
