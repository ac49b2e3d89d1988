package org.reprise.cps.data;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.anchor.Anchors;
import org.reprise.cps.anchor.StoredAnchor;
import org.reprise.cps.anchor.WriterTurns;
import org.reprise.cps.data.ChangeLog.Action;
import org.reprise.cps.data.WritePlan.Destination;
import org.reprise.cps.fault.AlreadyDefined;
import org.reprise.cps.fault.InvalidRequest;
import org.reprise.cps.fault.Missing;
import org.reprise.cps.fragment.DataNodeNotFound;
import org.reprise.cps.fragment.Fragment;
import org.reprise.cps.fragment.Fragments;
import org.reprise.cps.fragment.Fragments.Recording;
import org.reprise.cps.fragment.Region;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.payload.PayloadNodes;
import org.reprise.cps.reference.References;
import org.reprise.cps.reference.References.Impact;
import org.reprise.cps.schema.SchemaSets;
import org.reprise.cps.schema.YangSchema;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Executes writes, those of one anchor one after the other. Each is planned before, so that nobody
 * waits while a large payload is read. Whatever operation stores data, each reference has its
 * target afterwards, and of each choice at most one case exists.
 */
final class Writes {
  private static final Pattern DUPLICATE_KEY =
      Pattern.compile("\\(anchor_id, xpath\\)=\\(\\d+, (.*)\\) already exists", Pattern.DOTALL);

  private final Anchors anchors;
  private final SchemaSets schemaSets;
  private final TransactionOperations transactions;
  private final Fragments fragments;
  private final References references;
  private volatile ChangeLog changes = (ref, anchor, changed) -> Recording.NONE;

  Writes(
      Anchors anchors,
      SchemaSets schemaSets,
      TransactionOperations transactions,
      Fragments fragments,
      References references) {
    this.anchors = anchors;
    this.schemaSets = schemaSets;
    this.transactions = transactions;
    this.fragments = fragments;
    this.references = references;
  }

  void recordChanges(ChangeLog log) {
    changes = log;
  }

  private record Write(
      StoredAnchor anchor, YangSchema schema, List<WritePlan> plans, Map<String, Action> changes) {
    <T> List<T> all(Function<WritePlan, List<T>> of) {
      return plans.stream().flatMap(plan -> of.apply(plan).stream()).toList();
    }
  }

  /**
   * Plans and executes a write: in one round trip where the plan only stores, else in a transaction
   * that locks the anchor first.
   *
   * @param parts of the write, by the xpaths that they address; all of them are made or none,
   *     outermost first, and references are checked at the end
   * @param planner reads a part; called again where the anchor turns out to have another schema set
   * @param nodes counts what is read
   * @param payload the bytes of the payloads; called only if the write has to wait
   */
  <P> void write(
      AnchorRef anchor,
      Map<String, P> parts,
      BiFunction<Destination, P, WritePlan> planner,
      PayloadNodes nodes,
      LongSupplier payload) {
    Function<StoredAnchor, Write> plan =
        stored -> {
          nodes.restart();
          YangSchema schema = schemaSets.schema(stored.digest());
          List<WritePlan> plans = new ArrayList<>();
          Map<String, Action> changed = new LinkedHashMap<>();
          parts.entrySet().stream()
              .sorted(Comparator.comparing(part -> schema.locate(part.getKey()).xpath()))
              .forEach(part -> {
                String xpath = part.getKey();
                Destination place =
                    new Destination(anchor, stored, schema, schema.locate(xpath), nodes);
                WritePlan one = planner.apply(place, part.getValue());
                plans.add(one);
                Collection<String> xpaths =
                    Objects.requireNonNullElse(one.changed(), List.of(xpath));
                xpaths.forEach(it -> changed.put(it, one.action()));
              });
          return new Write(stored, schema, plans, changed);
        };
    write(anchor, plan, () -> payload.getAsLong() + nodes.bytes());
  }

  private void write(AnchorRef anchor, Function<StoredAnchor, Write> plan, LongSupplier waiting) {
    Write write = plan(anchor, plan);
    try {
      if (writeAtOnce(anchor, write, waiting)) {
        return;
      }
      StoredAnchor locked = writeLocked(anchor, write, waiting);
      while (!locked.digest().equals(write.anchor.digest())) {
        write = plan.apply(locked);
        locked = writeLocked(anchor, write, waiting);
      }
    } catch (DuplicateKeyException e) {
      Matcher key = DUPLICATE_KEY.matcher(String.valueOf(e.getMostSpecificCause().getMessage()));
      throw new AlreadyDefined(
          "DataNode", key.find() ? key.group(1) : "of the payload", "anchor " + anchor.anchor());
    }
  }

  // The anchor may have been deleted since it was looked up, and another one may have its name now:
  // that is found out when it is locked.
  private Write plan(AnchorRef anchor, Function<StoredAnchor, Write> plan) {
    StoredAnchor known = anchors.known(anchor);
    try {
      return plan.apply(known);
    } catch (InvalidRequest | Missing e) {
      // It may be valid for another anchor that has the name now.
      anchors.forget(anchor);
      StoredAnchor current = anchors.find(anchor);
      if (current.digest().equals(known.digest())) {
        throw e;
      }
      return plan.apply(current);
    }
  }

  // Where no reference leads out of what is stored, that takes one round trip. It changes nothing
  // unless the anchor that the write was planned for still exists.
  private boolean writeAtOnce(AnchorRef anchor, Write write, LongSupplier waiting) {
    if (write.plans.size() != 1 || !write.plans.getFirst().onlyStores()) {
      return false;
    }
    WritePlan plan = write.plans.getFirst();
    Xpath parent = plan.parents().getFirst();
    boolean holds = References.hold(write.schema, plan.stored(), plan.removed());
    boolean first =
        !holds
            && parent.isRoot()
            && plan.removed().isEmpty()
            && References.holdAlone(plan.stored());
    if (!holds && !first) {
      return false;
    }
    try (WriterTurns.Turn turn = anchors.turns().take(anchor, waiting)) {
      Recording recording = changes.of(anchor, write.anchor, write.changes);
      BooleanSupplier store =
          () ->
              fragments.storeAtOnce(
                      write.anchor.id(),
                      parent,
                      first,
                      Region.ranges(plan.removed()),
                      plan.stored(),
                      plan.kept(),
                      recording)
                  > 0;
      boolean isStored =
          recording.statements().isEmpty()
              ? store.getAsBoolean()
              : transactions.execute(tx -> {
                boolean any = store.getAsBoolean();
                if (!any) {
                  tx.setRollbackOnly();
                }
                return any;
              });
      if (isStored) {
        return true;
      }
    }
    anchors.forget(anchor);
    return false;
  }

  // Changes nothing where the anchor has another schema.
  private StoredAnchor writeLocked(AnchorRef anchor, Write write, LongSupplier waiting) {
    StoredAnchor locked;
    try (WriterTurns.Turn turn = anchors.turns().take(anchor, waiting)) {
      locked =
          transactions.execute(tx -> {
            StoredAnchor current = anchors.lock(anchor);
            if (current.digest().equals(write.anchor.digest())) {
              apply(anchor, current.id(), write);
              fragments.record(changes.of(anchor, current, write.changes));
            }
            return current;
          });
    }
    if (!locked.equals(write.anchor)) {
      anchors.forget(anchor);
    }
    return locked;
  }

  private void apply(AnchorRef anchor, long id, Write write) {
    List<Fragment> stored = write.all(WritePlan::stored);
    Impact affected = references.affected(id, write.schema, stored, write.all(WritePlan::touched));
    for (WritePlan plan : write.plans) {
      fragments.require(anchor, id, plan.required());
      remove(anchor, id, plan);
      fragments.require(anchor, id, plan.parents());
      fragments.store(id, plan.stored(), plan.kept());
      if (plan.action() == Action.CREATE) {
        plan.changes().forEach(change -> checkIsNew(anchor, id, change.fragment()));
      }
      fragments.change(id, plan.changes());
    }
    // A part may change what another one wrote.
    references.check(id, write.schema, stored, write.plans.size() == 1, affected);
  }

  private void remove(AnchorRef anchor, long id, WritePlan plan) {
    if (plan.action() != Action.REMOVE) {
      List<Fragment> keep = plan.kept() == null ? List.of() : plan.stored();
      fragments.delete(id, Region.ranges(plan.removed()), keep);
      return;
    }
    for (Region one : plan.removed()) {
      if (fragments.delete(id, one.ranges(), List.of()) == 0 && !one.xpath().isRoot()) {
        throw new DataNodeNotFound(anchor, one.xpath());
      }
    }
  }

  private void checkIsNew(AnchorRef anchor, long id, Fragment leaves) {
    Xpath xpath = leaves.xpath();
    Map<String, Object> stored = fragments.leaves(id, List.of(xpath)).getOrDefault(xpath, Map.of());
    leaves
        .leaves()
        .forEach((leaf, value) -> {
          if (stored.containsKey(leaf) && !value.equals(stored.get(leaf))) {
            throw new AlreadyDefined("Leaf", xpath + "/" + leaf, "anchor " + anchor.anchor());
          }
        });
  }
}
