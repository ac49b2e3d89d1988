package org.reprise.gc.installation;

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
  @ConfigurationPropertiesScan("org.reprise.gc")
  static class Settings {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--reprise.gc.base-uri=somewhere",
        "--reprise.gc.base-uri=http://host/path",
        "--reprise.gc.base-uri=",
        "--reprise.gc.applications.qm.base-uri=somewhere",
        "--reprise.gc.applications.qm.base-uri=http://host/",
        "--reprise.gc.applications.qm.base-uri=http://host:70000/qm",
        "--reprise.gc.applications.qm.username=alone",
        "--reprise.gc.requests.timeout=0s",
        "--reprise.gc.requests.attempts=0",
        "--reprise.gc.commit.wait=1h",
        "--reprise.gc.commit.lease=0s",
        "--reprise.gc.commit.at-once=0",
      })
  void invalidSettingStopsStartUpAndIsNamed(String setting) {
    // Of a user without a password the message names the application.
    String name = setting.substring(2, setting.indexOf('=')).replace(".username", "");
    assertThatThrownBy(() ->
            new SpringApplicationBuilder(Settings.class)
                .web(WebApplicationType.NONE)
                .run(setting)
                .close())
        .hasStackTraceContaining(name);
  }
}
