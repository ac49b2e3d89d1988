package org.reprise.ebms.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.Cpas;
import org.reprise.ebms.TestCa;
import org.reprise.ebms.agreement.EncryptionAlgorithm;
import org.reprise.ebms.envelope.RefusedMessage;

class MemoryBudgetTest {
  private static final int MB = 1024 * 1024;

  @Test
  void refusesWith503WhenBudgetIsUsed() {
    MemoryBudget budget = new MemoryBudget(10 * MB, Duration.ofMillis(20));
    try (MemoryBudget.Share _ = budget.take(6 * MB);
        MemoryBudget.Share _ = budget.take(3 * MB)) {
      assertThatExceptionOfType(RefusedMessage.class)
          .isThrownBy(() -> budget.take(2 * MB))
          .satisfies(refusal -> assertThat(refusal.status()).isEqualTo(503));
    }
    budget.take(9 * MB).close();
  }

  @Test
  void largerThanBudgetTakesWholeBudget() {
    MemoryBudget budget = new MemoryBudget(MB, Duration.ofMillis(20));
    try (MemoryBudget.Share _ = budget.take(Long.MAX_VALUE)) {
      assertThatExceptionOfType(RefusedMessage.class).isThrownBy(() -> budget.take(1));
    }
    budget.take(1).close();
  }

  @Test
  void decryptionStaysWithinItsEstimate() throws Exception {
    TestCa.Issued beta = new TestCa("memory").issue(Cpas.BETA);
    ByteArrayOutputStream encrypted = new ByteArrayOutputStream();
    Encryption.encrypt(
        "x/y",
        new ByteArrayInputStream(new byte[8 * MB]),
        encrypted,
        beta.certificate(),
        EncryptionAlgorithm.AES256_GCM);
    byte[] document = encrypted.toByteArray();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Decryption.decrypt(
        "one",
        new ByteArrayInputStream(document),
        document.length,
        OutputStream.nullOutputStream(),
        new SigningKey(beta.key(), beta.certificate()),
        8 * MB);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before)
        .isLessThan(Decryption.memory(document.length) + 4 * MB);
  }
}
