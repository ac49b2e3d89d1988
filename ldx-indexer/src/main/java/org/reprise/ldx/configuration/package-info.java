/** The versions that configurations select. */
@NullMarked
package org.reprise.ldx.configuration;

import org.jspecify.annotations.NullMarked;
