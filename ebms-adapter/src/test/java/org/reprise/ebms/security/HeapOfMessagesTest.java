package org.reprise.ebms.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.ebms.Cpas;
import org.reprise.ebms.Messages;
import org.reprise.ebms.TestCa;
import org.reprise.ebms.agreement.EncryptionAlgorithm;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.envelope.SignedReference;
import org.reprise.ebms.packaging.MessageReader;
import org.w3c.dom.Document;

/** What a message takes of the heap is no more than what the budget counts for it. */
class HeapOfMessagesTest {
  private static final int MB = 1024 * 1024;
  private static final int ENVELOPE = 500 * 1024;
  private static final int HELD_AT_ONCE = 5;
  private static final EnvelopeReader READER = new EnvelopeReader();

  // An element, and what is repeated in it. What is short costs most.
  @ParameterizedTest
  @ValueSource(
      strings = {"<?a?>y", "<!---->y", "<x a=''>y</x>", "<x a='' b='' c='' d=''/>", "text \u4e2d "})
  void envelopeAndItsTreeStayWithinTheirEstimate(String repeated) {
    byte[] document = envelope(repeated);
    hold(document, new ArrayList<>());
    List<Object> held = new ArrayList<>();
    long before = usedHeap();
    for (int i = 0; i < HELD_AT_ONCE; i++) {
      hold(document.clone(), held);
    }
    long used = usedHeap() - before;
    Reference.reachabilityFence(held);
    assertThat(used / HELD_AT_ONCE / document.length).isLessThan(MessageReader.HEAP_FOR_A_BYTE);
  }

  private static byte[] envelope(String repeated) {
    int inOneElement = 15_000 / repeated.length();
    int elements = repeated.startsWith("<x") ? 1_900 / inOneElement : 100_000;
    StringBuilder blocks = new StringBuilder();
    while (blocks.length() < ENVELOPE && elements-- > 0) {
      blocks.append("<y>").append(repeated.repeat(inOneElement)).append("</y>");
    }
    return Messages.ping("heap", "a@b")
        .replace("</S:Header>", blocks + "</S:Header>")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void hold(byte[] document, List<Object> held) {
    held.add(document);
    held.add(READER.read(new ByteArrayInputStream(document), "UTF-8"));
    Document tree = Dom.parse(document, "UTF-8");
    held.add(tree);
    held.add(Dom.canonical(tree, SignedReference.C14N, null, document.length));
    held.add(READER.read(new ByteArrayInputStream(document), "UTF-8"));
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Test
  void canonicalFormThatIsMuchLongerThanTheEnvelopeIsRefused() {
    StringBuilder document = new StringBuilder("<root");
    StringBuilder attributes = new StringBuilder();
    for (int i = 0; i < 16; i++) {
      document.append(" xmlns:n%d='urn:%d:%s'".formatted(i, i, "x".repeat(900)));
      attributes.append(" n%d:a=''".formatted(i));
    }
    document.append('>').append("<a%s/>".formatted(attributes).repeat(1_500)).append("</root>");
    byte[] bytes = document.toString().getBytes(StandardCharsets.UTF_8);
    Document tree = Dom.parse(bytes, "UTF-8");
    assertThatExceptionOfType(RefusedMessage.class)
        .isThrownBy(() -> Dom.canonical(tree, SignedReference.EXCLUSIVE_C14N, null, bytes.length))
        .withMessageContaining("much longer than the envelope");
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
        beta.key(),
        8 * MB);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before)
        .isLessThan(Decryption.memory(document.length) + 4 * MB);
  }
}
