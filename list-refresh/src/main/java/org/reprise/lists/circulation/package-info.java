/** Loans: check-out and check-in at the desk, requests, and the rules behind them. */
@NullMarked
package org.reprise.lists.circulation;

import org.jspecify.annotations.NullMarked;
