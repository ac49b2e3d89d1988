/** The applications whose local configurations are contributed. */
@NullMarked
package org.reprise.gc.application;

import org.jspecify.annotations.NullMarked;
