package org.reprise.cps.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.query;

import org.reprise.cps.CpsClient;
import org.reprise.cps.CpsClient.Answer;

/** Anchors with a forest, in a dataspace whose changes somebody may have subscribed to. */
record SubscribedForest(CpsClient client, String dataspace) {
  /** Subscribes to all anchors of the dataspace. */
  SubscribedForest subscribed() {
    return subscribed("{'name':'%s'}".formatted(dataspace));
  }

  /** Subscribes to one anchor of the dataspace. */
  SubscribedForest subscribedTo(String anchor) {
    return subscribed(
        "{'name':'%s','anchors':{'anchor':[{'name':'%s'}]}}".formatted(dataspace, anchor));
  }

  private SubscribedForest subscribed(String entry) {
    expect(
        201,
        "POST",
        "/cps/api/v2/notification-subscription",
        "{'dataspace':[%s]}".formatted(entry));
    return this;
  }

  /** The time that says which write an event is of. */
  static String timeOf(int write) {
    return "2026-01-01T00:%02d:%02d.%03d+0000"
        .formatted(write / 60_000, write / 1_000 % 60, write % 1_000);
  }

  String path(String anchor, String operation, String... parameters) {
    return CpsClient.anchor("v2", dataspace, anchor) + "/" + operation + query(parameters);
  }

  void expect(int status, String method, String path, String json) {
    Answer answer = client.json(method, path, json.replace('\'', '"'));
    assertThat(answer.status()).as(path + ": " + answer).isEqualTo(status);
  }

  /** Replaces an anchor's forest; returns whether that was acknowledged. */
  boolean replace(String anchor, int write) {
    String json = "{'forest':{'owner':'%d'}}".formatted(write).replace('\'', '"');
    String path = path(anchor, "nodes", "observed-timestamp", timeOf(write));
    return client.json("PUT", path, json).status() == 200;
  }
}
