package org.reprise.ebms.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.Cpas;

class LocalPartiesTest {
  @Test
  void withoutNamesReceivesForAllAndSendsForNone() {
    byte[] document = Cpas.named("x").xml().getBytes(StandardCharsets.UTF_8);
    PartyInfo alpha = CpaReader.read(document).agreement().parties().getFirst();
    LocalParties unnamed = new LocalParties(List.of());
    assertThat(unnamed.serve(alpha)).isTrue();
    assertThatExceptionOfType(UnusableAgreement.class)
        .isThrownBy(() -> unnamed.checkSender(alpha))
        .withMessageContaining("local-parties");
  }
}
