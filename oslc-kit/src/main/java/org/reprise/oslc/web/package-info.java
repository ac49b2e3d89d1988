/** The form of every answer: headers, formats and errors of OSLC Core. */
@NullMarked
package org.reprise.oslc.web;

import org.jspecify.annotations.NullMarked;
