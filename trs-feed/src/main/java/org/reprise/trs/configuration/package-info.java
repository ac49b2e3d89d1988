/** Project areas, which are components, with their streams and baselines. */
@NullMarked
package org.reprise.trs.configuration;

import org.jspecify.annotations.NullMarked;
