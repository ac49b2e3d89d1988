package org.reprise.ldx.source;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.mock.env.MockEnvironment;

class SourceSettingsTest {
  @ParameterizedTest
  @ValueSource(strings = {"poll=0s", "threads=65"})
  void namesSettingThatNoSourceCanHave(String setting) {
    int at = setting.indexOf('=');
    MockEnvironment environment =
        new MockEnvironment()
            .withProperty("reprise.ldx.data-sources[0].name", "impossible")
            .withProperty("reprise.ldx.data-sources[0].trs", "http://127.0.0.1:1/trs")
            .withProperty(
                "reprise.ldx.data-sources[0]." + setting.substring(0, at),
                setting.substring(at + 1));
    SourceSettings settings =
        Binder.get(environment).bindOrCreate("reprise.ldx", SourceSettings.class);
    assertThatThrownBy(settings::definitions)
        .hasStackTraceContaining("reprise.ldx.data-sources: " + setting.substring(0, at));
  }
}
