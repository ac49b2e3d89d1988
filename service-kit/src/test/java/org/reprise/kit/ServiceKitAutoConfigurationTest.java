package org.reprise.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class ServiceKitAutoConfigurationTest {
  @Test
  void formatsNumbersWithLatinDigitsInAnyLocale() {
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    try {
      Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("ar-EG"));
      assertThat("limit %d".formatted(10)).isNotEqualTo("limit 10");

      new ServiceKitAutoConfiguration();

      assertThat("limit %d".formatted(10)).isEqualTo("limit 10");
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }
}
