package org.reprise.oslc.trs;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.env.MockEnvironment;

class FeedSettingsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "segment-size | many | reprise.test.feed.segment-size: For input string: \"many\"",
        "fold-after | soon | reprise.test.feed.fold-after: 'soon' is not a valid duration",
        "page-size | 0 | reprise.test.feed.page-size must be from 1 to 100,000, was 0"
      })
  void namesPropertyOfUnusableValue(String name, String value, String message) {
    MockEnvironment environment =
        new MockEnvironment().withProperty("reprise.test.feed." + name, value);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FeedSettings.of(environment, "reprise.test"))
        .withMessage(message);
  }

  @ParameterizedTest
  @CsvSource({
    "segment-size, 0",
    "publish-interval, 0s",
    "publish-interval, 20s",
    "delete-after, 100000d",
    "fold-after, -1s"
  })
  void rejectsValueOutOfBounds(String name, String value) {
    MockEnvironment environment =
        new MockEnvironment().withProperty("reprise.test.feed." + name, value);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FeedSettings.of(environment, "reprise.test"))
        .withMessageStartingWith("reprise.test.feed." + name + " must be");
  }
}
