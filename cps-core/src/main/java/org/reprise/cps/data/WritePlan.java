package org.reprise.cps.data;

import java.util.Collection;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.anchor.StoredAnchor;
import org.reprise.cps.fragment.Fragment;
import org.reprise.cps.fragment.Fragments.Recording;
import org.reprise.cps.fragment.Touched;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.YangSchema;

/**
 * A write that was read and checked against a schema, before the anchor is locked.
 *
 * @param action the kind of change in its events
 * @param changed xpaths of its events; null for that of its part
 * @param required nodes that must exist before; the root always does
 * @param others cases of choices that are removed before
 * @param touched data that the write replaces or removes
 * @param whole whether the nodes have all their leafs; else they are merged with those that exist
 * @param change makes the write for the anchor with an id, whose row is locked
 * @param atOnce null if the write takes more than one statement
 */
record WritePlan(
    ChangeLog.Action action,
    @Nullable Collection<String> changed,
    Collection<Xpath> required,
    OtherCases others,
    List<Touched> touched,
    List<Fragment> written,
    boolean whole,
    LongConsumer change,
    @Nullable AtOnce atOnce) {

  /** A write by a statement that locks the anchor by itself. */
  @FunctionalInterface
  interface AtOnce {
    /**
     * Returns how many fragments it stored, 0 where the anchor or the parent does not exist.
     *
     * @param recording goes along
     */
    int make(Recording recording);
  }

  /** The node that a write addresses. */
  record Place(AnchorRef ref, StoredAnchor anchor, YangSchema schema, DataPath path) {}
}
