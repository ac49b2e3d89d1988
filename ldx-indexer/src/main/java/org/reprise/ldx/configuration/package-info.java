/** Which versions a local configuration selects. */
@NullMarked
package org.reprise.ldx.configuration;

import org.jspecify.annotations.NullMarked;
