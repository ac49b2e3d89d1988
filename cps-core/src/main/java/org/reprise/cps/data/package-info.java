/** The data of anchors: the API that reads and writes it, and how a write is planned and made. */
@NullMarked
package org.reprise.cps.data;

import org.jspecify.annotations.NullMarked;
