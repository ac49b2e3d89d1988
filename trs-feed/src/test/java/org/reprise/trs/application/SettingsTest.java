package org.reprise.trs.application;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Configuration;

/** The settings of all features, before there is a database. */
class SettingsTest {
  @Configuration(proxyBeanMethods = false)
  @ConfigurationPropertiesScan("org.reprise.trs")
  static class Settings {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--reprise.trs.applications=",
        "--reprise.trs.applications=gc",
        "--reprise.trs.base-uri=somewhere",
        "--reprise.trs.base-uri=http://host/path",
        "--reprise.trs.base-uri=",
        "--reprise.trs.projects=0",
        "--reprise.trs.authentication.base-uri=elsewhere",
        "--reprise.trs.global-configurations.base-uri=http://host/gc",
        "--reprise.trs.global-configurations.base-uri=http://host:70000",
        "--reprise.trs.global-configurations.base-uri=http://user:secret@host",
        "--reprise.trs.global-configurations.timeout=0s",
        "--reprise.trs.global-configurations.connect-timeout=20s",
        "--reprise.trs.global-configurations.at-once=0",
        "--reprise.trs.global-configurations.max-document=0B",
        "--reprise.trs.global-configurations.open-duration=0s",
      })
  void invalidSettingStopsStartUpAndIsNamed(String setting) {
    String name = setting.substring(2, setting.indexOf('='));
    assertThatThrownBy(() ->
            new SpringApplicationBuilder(Settings.class)
                .web(WebApplicationType.NONE)
                .run(setting)
                .close())
        .hasStackTraceContaining(name);
  }
}
