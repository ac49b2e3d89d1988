/** What the REST API shares: error shape, content types, versions. */
@NullMarked
package org.reprise.cps.web;

import org.jspecify.annotations.NullMarked;
