package org.reprise.load.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;
import tools.jackson.databind.json.JsonMapper;

class EventLogTest {
  private final EventLog events = new EventLog("", "");

  @BeforeEach
  void addEvents() {
    add("circulation.loan", "{'type':'CREATED','data':{'new':{'id':'lent'}}}");
    add("circulation.loan", "{'type':'UPDATED','data':{'new':{'id':'returned'}}}");
    add("lists.list-refreshed", "{'listId':'list','refreshId':'refresh','recordsCount':7}");
    add("DI_COMPLETED", "{'jobExecutionId':'job','chunkNumber':0,'imported':50,'failed':0}");
    add("DI_ERROR", "{'jobExecutionId':'job','chunkNumber':1,'imported':9,'failed':1}");
  }

  @Test
  void nothingIsMissingWhereEverythingHasItsEvent() {
    assertThat(events.missing(sample("lent", "returned", "refresh", "job"), 59)).isEmpty();
  }

  @Test
  void duplicateEventsCountOnce() {
    add("DI_COMPLETED", "{'jobExecutionId':'job','chunkNumber':0,'imported':50,'failed':0}");

    assertThat(events.missing(sample("lent", "returned", "refresh", "job"), 59)).isEmpty();
  }

  @Test
  void namesMissingEvents() {
    assertThat(events.missing(sample("returned", "lent", "other", "job"), 60))
        .containsExactly(
            "1 loans without an event",
            "1 returns without an event",
            "1 refreshes without an event",
            "job job: events of 59 of 60 records");
    assertThat(events.missing(sample("lent", "returned", "refresh", "silent"), 60))
        .containsExactly("job silent: events of 0 of 60 records");
  }

  @Test
  void refusesUnknownTopic() {
    assertThatThrownBy(() -> add("DI_RAW_RECORDS_CHUNK_READ", "{}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("DI_RAW_RECORDS_CHUNK_READ");
  }

  private void add(String topic, String event) {
    events.add(topic, JsonMapper.shared().readTree(event.replace('\'', '"')));
  }

  private static Sample sample(String lent, String returned, String refresh, String job) {
    var desks = new Shape.Mixed(Map.of("desks", 1), Duration.ZERO);
    var recorder = new Recorder(Phase.warmUp("sample", desks));
    recorder.acknowledged(ListsLoad.LENT, lent);
    recorder.acknowledged(ListsLoad.RETURNED, returned);
    recorder.acknowledged(ListsLoad.JOB, job);
    recorder.acknowledged(ListsLoad.REFRESHED, refresh);
    return recorder.sample();
  }
}
