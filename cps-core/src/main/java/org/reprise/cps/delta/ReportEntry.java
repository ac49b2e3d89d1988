package org.reprise.cps.delta;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.data.ChangeSet;
import org.reprise.cps.fault.Excerpt;
import org.reprise.cps.fault.InvalidRequest;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.YangSchema;

/** An entry of a report that a client sent, with its position in that for messages. */
record ReportEntry(
    String at, String action, String xpath, @Nullable Data source, @Nullable Data target) {

  /** Data of an entry, with the names of its topmost nodes, with or without a module. */
  record Data(List<String> names, Payload payload) {}

  /** Adds the change; throws InvalidRequest for an unknown action, or one without its data. */
  void addTo(ChangeSet changes) {
    YangSchema schema = changes.schema();
    DataPath path = schema.locate(xpath);
    ChangeSet.Nodes before = nodes(schema, path, source);
    ChangeSet.Nodes after = nodes(schema, path, target);
    switch (action) {
      case "create" -> {
        if (after == null) {
          throw invalid("%s has no targetData.".formatted(at));
        }
        changes.create(after);
      }
      case "remove" -> {
        if (before == null) {
          changes.remove(path);
        } else {
          changes.remove(before);
        }
      }
      case "replace" -> {
        if (before == null && after == null) {
          throw invalid("%s has neither sourceData nor targetData.".formatted(at));
        }
        changes.replace(before, after);
      }
      default ->
          throw invalid(
              "%s has the action '%s'; it must be create, remove or replace."
                  .formatted(at, Excerpt.of(action, 50)));
    }
  }

  static InvalidRequest invalid(String details) {
    return new InvalidRequest("Delta report is invalid", details);
  }

  // The data is either the node at the xpath itself or children of it: see Grouping.
  private static ChangeSet.@Nullable Nodes nodes(
      YangSchema schema, DataPath path, @Nullable Data data) {
    if (data == null) {
      return null;
    }
    boolean itself =
        !path.xpath().isRoot()
            && data.names.size() == 1
            && localName(data.names.getFirst()).equals(path.schema().localName());
    DataPath parent = itself ? schema.locate(path.xpath().parent().text()) : path;
    Xpath only = itself && !path.wholeList() ? path.xpath() : null;
    return new ChangeSet.Nodes(parent, only, data.payload);
  }

  private static String localName(String name) {
    return name.substring(name.indexOf(':') + 1);
  }
}
