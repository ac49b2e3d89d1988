@NullMarked
package org.reprise.load.ldx;

import org.jspecify.annotations.NullMarked;
