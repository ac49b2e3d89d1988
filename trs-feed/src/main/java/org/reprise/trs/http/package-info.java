/** Questions to other servers, while a caller waits for the answer. */
@NullMarked
package org.reprise.trs.http;

import org.jspecify.annotations.NullMarked;
