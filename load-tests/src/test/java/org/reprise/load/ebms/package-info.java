@NullMarked
package org.reprise.load.ebms;

import org.jspecify.annotations.NullMarked;
