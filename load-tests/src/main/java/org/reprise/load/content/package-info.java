/** Users of a content repository, by the ECM scale-out report. */
@NullMarked
package org.reprise.load.content;

import org.jspecify.annotations.NullMarked;
