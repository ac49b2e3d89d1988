package org.reprise.localstack.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reprise.localstack.kafka.Messages;

class TestKafkaTest {
  @Test
  void makesATopicOnItsFirstUse() throws Exception {
    String topic = TestKafka.freshName();
    assertThat(TestKafka.freshName()).isNotEqualTo(topic);
    Messages.send(TestKafka.bootstrapServers(), topic, "hello");
    assertThat(Messages.read(TestKafka.bootstrapServers(), topic, 1)).containsExactly("hello");
  }
}
