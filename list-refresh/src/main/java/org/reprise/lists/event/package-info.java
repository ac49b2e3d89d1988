/** Events that are published on Kafka when, and only when, what they tell was committed. */
@NullMarked
package org.reprise.lists.event;

import org.jspecify.annotations.NullMarked;
