/**
 * Data import: from an uploaded file through Kafka to source records, instances, holdings, items.
 */
@NullMarked
package org.reprise.lists.dataimport;

import org.jspecify.annotations.NullMarked;
