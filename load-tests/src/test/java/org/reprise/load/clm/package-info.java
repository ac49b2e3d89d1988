@NullMarked
package org.reprise.load.clm;

import org.jspecify.annotations.NullMarked;
