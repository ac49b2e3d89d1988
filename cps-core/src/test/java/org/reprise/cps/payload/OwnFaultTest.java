package org.reprise.cps.payload;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.opendaylight.yangtools.yang.data.api.schema.stream.NormalizedNodeStreamWriter;
import org.reprise.cps.TestModules;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.ParsedSchemas;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.YangSchema;

/**
 * A mistake of ours in what yangtools calls, with the exceptions that yangtools has for bad input,
 * is not taken for a mistake of the caller.
 */
class OwnFaultTest {
  private static final YangSchema SCHEMA = ParsedSchemas.of(TestModules.trees());
  private static final DataPath FOREST = SCHEMA.locate("/forest");
  private static final BiConsumer<SchemaNode, String> NO_CHECK = (leaf, value) -> {};

  static List<Payload> documents() {
    return List.of(
        Payload.json("{\"owner\":\"me\"}"),
        Payload.onapJson("{\"owner\":1}"),
        Payload.xml("<owner xmlns='urn:reprise:test:trees'>me</owner>"));
  }

  private static NormalizedNodeStreamWriter writer(Runnable code) {
    return (NormalizedNodeStreamWriter)
        Proxy.newProxyInstance(
            OwnFaultTest.class.getClassLoader(),
            new Class<?>[] {NormalizedNodeStreamWriter.class},
            (proxy, method, arguments) -> {
              code.run();
              return null;
            });
  }

  private static List<Supplier<RuntimeException>> faults() {
    return List.of(
        () -> new IllegalStateException("planted"),
        () -> new IllegalArgumentException("planted"),
        () -> new NumberFormatException("planted"));
  }

  private static void assertOwnFault(
      Payload document, BiConsumer<SchemaNode, String> check, NormalizedNodeStreamWriter writer) {
    assertThatExceptionOfType(OwnFault.class)
        .isThrownBy(() ->
            new DocumentParser(SCHEMA, FOREST, check, Uncounted.nodes()).parse(document, writer))
        .withStackTraceContaining("planted");
  }

  @ParameterizedTest
  @MethodSource("documents")
  void aMistakeInTheWriterIsOurs(Payload document) {
    for (Supplier<RuntimeException> fault : faults()) {
      assertOwnFault(
          document,
          NO_CHECK,
          writer(() -> {
            throw fault.get();
          }));
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void aMistakeInTheReaderIsOurs(Payload document) {
    for (Supplier<RuntimeException> fault : faults()) {
      assertOwnFault(
          document,
          (leaf, value) -> {
            throw fault.get();
          },
          writer(() -> {}));
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void aRefusalIsTheCallers(Payload document) {
    DocumentParser parser =
        new DocumentParser(
            SCHEMA,
            FOREST,
            (leaf, value) -> {
              throw new InvalidData("refused");
            },
            Uncounted.nodes());
    assertThatExceptionOfType(InvalidData.class)
        .isThrownBy(() -> parser.parse(document, writer(() -> {})));
    assertThatNoException()
        .isThrownBy(() ->
            new DocumentParser(SCHEMA, FOREST, NO_CHECK, Uncounted.nodes())
                .parse(document, writer(() -> {})));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void passesAnEndOfMemoryOn(Payload document) {
    NormalizedNodeStreamWriter full =
        writer(() -> {
          throw new OutOfMemoryError("planted");
        });
    assertThatExceptionOfType(OutOfMemoryError.class)
        .isThrownBy(() ->
            new DocumentParser(SCHEMA, FOREST, NO_CHECK, Uncounted.nodes()).parse(document, full));
  }
}
