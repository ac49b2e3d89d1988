@NullMarked
package org.reprise.lists.dataimport;

import org.jspecify.annotations.NullMarked;
