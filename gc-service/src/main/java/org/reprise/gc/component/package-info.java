/** Components: what configurations are configurations of. */
@NullMarked
package org.reprise.gc.component;

import org.jspecify.annotations.NullMarked;
