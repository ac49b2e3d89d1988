package org.reprise.cps.delta;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.data.Change;
import org.reprise.cps.fault.Excerpt;
import org.reprise.cps.fault.InvalidRequest;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.YangSchema;

/**
 * An entry of a report that a client sent.
 *
 * @param at its position in the report, for messages
 */
record ReportEntry(
    String at, String action, String xpath, @Nullable Data source, @Nullable Data target) {

  /**
   * Data of an entry.
   *
   * @param names of its topmost nodes, with or without a module
   */
  record Data(List<String> names, Payload payload) {}

  /**
   * The change that the entry asks for.
   *
   * @throws InvalidRequest for an unknown action, or one without its data
   */
  Change change(YangSchema schema) {
    DataPath path = schema.locate(xpath);
    return switch (action) {
      case "create" -> {
        if (target == null) {
          throw invalid("%s has no targetData.".formatted(at));
        }
        yield new Change.Create(nodes(path, target));
      }
      case "remove" ->
          source == null
              ? new Change.RemoveAt(path.xpath())
              : new Change.Remove(nodes(path, source));
      case "replace" -> {
        if (source == null && target == null) {
          throw invalid("%s has neither sourceData nor targetData.".formatted(at));
        }
        yield new Change.Replace(
            source == null ? null : nodes(path, source),
            target == null ? null : nodes(path, target));
      }
      default ->
          throw invalid(
              "%s has the action '%s'; it must be create, remove or replace."
                  .formatted(at, Excerpt.of(action, 50)));
    };
  }

  static InvalidRequest invalid(String details) {
    return new InvalidRequest("Delta report is invalid", details);
  }

  // The data is either the node at the xpath itself or children of it: see Grouping.
  private static Change.Nodes nodes(DataPath path, Data data) {
    boolean itself =
        !path.isRoot()
            && data.names.size() == 1
            && localName(data.names.getFirst()).equals(path.schema().localName());
    if (!itself) {
      return new Change.Nodes(path.xpath(), null, data.payload);
    }
    Xpath only = path.wholeList() ? null : path.xpath();
    return new Change.Nodes(path.xpath().parent(), only, data.payload);
  }

  private static String localName(String name) {
    return name.substring(name.indexOf(':') + 1);
  }
}
