/** Processes that send load, and how they tell the command that started them how far they are. */
@NullMarked
package org.reprise.load.child;

import org.jspecify.annotations.NullMarked;
