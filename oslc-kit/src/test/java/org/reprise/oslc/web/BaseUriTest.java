package org.reprise.oslc.web;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BaseUriTest {
  @ParameterizedTest
  @ValueSource(strings = {"http://host", "https://host:65535", "http://[::1]:1"})
  void acceptsAddressesOfServers(String uri) {
    assertThatCode(() -> BaseUri.check("name", uri, false)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://host:0", "http://host:65536", "http://host/", "ftp://host"})
  void rejectsOthersWithNameOfSetting(String uri) {
    assertThatThrownBy(() -> BaseUri.check("name", uri, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name")
        .hasMessageContaining(uri);
  }
}
