/** Entity types: what can be asked for and where it is stored, described as data. */
@NullMarked
package org.reprise.lists.entity;

import org.jspecify.annotations.NullMarked;
