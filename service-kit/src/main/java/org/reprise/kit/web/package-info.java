/** What every service asks of a request before a controller sees it. */
@NullMarked
package org.reprise.kit.web;

import org.jspecify.annotations.NullMarked;
