package org.reprise.lists.circulation;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Set;
import org.reprise.lists.inventory.ItemStatus;

/** How a patron asks for an item (mod-circulation, request types and its table of statuses). */
enum RequestType {
  HOLD("Hold"),
  RECALL("Recall"),
  PAGE("Page");

  private static final String RESTRICTED = "Restricted";
  private static final Set<String> AWAY =
      Set.of(
          ItemStatus.CHECKED_OUT,
          ItemStatus.AWAITING_PICKUP,
          ItemStatus.IN_TRANSIT,
          ItemStatus.PAGED,
          "Awaiting delivery",
          "In process",
          "On order",
          RESTRICTED);

  private final String label;

  RequestType(String label) {
    this.label = label;
  }

  @JsonValue
  String label() {
    return label;
  }

  boolean isPossible(String itemStatus) {
    return switch (this) {
      case PAGE -> itemStatus.equals(ItemStatus.AVAILABLE) || itemStatus.equals(RESTRICTED);
      case HOLD -> AWAY.contains(itemStatus) || itemStatus.equals("Missing");
      case RECALL -> AWAY.contains(itemStatus);
    };
  }
}
