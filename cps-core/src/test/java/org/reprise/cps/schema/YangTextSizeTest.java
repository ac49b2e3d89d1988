package org.reprise.cps.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YangTextSizeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "module a { leaf b; }                    | 1 | 2 | 0",
        "a { b { c; } d { e; } }                 | 2 | 5 | 0",
        "a \"; { }\" + '; \" {';                 | 0 | 1 | 2",
        "a \"\\\"; {\"; b;                        | 0 | 2 | 1",
        "/* it's ; { */ a; // it's ; {           | 0 | 1 | 2",
        "a b/c; d http://e;                      | 0 | 1 | 1",
        "a it's; b;                              | 0 | 2 | 0",
        "a \"never ends; b;                      | 0 | 0 | 1",
      })
  void countsStatementsAndOthers(String text, int deepest, int statements, int others) {
    assertThat(YangTextSize.of(text)).isEqualTo(new YangTextSize(deepest, statements, others));
  }

  @Test
  void schemaSetIsRefusedBeforeItIsParsed() {
    // What is not YANG would have another message.
    assertRefused("a;".repeat(200_001), "have 200002 statements; at most 200000");
    assertRefused("a " + "\"\"+".repeat(600_001) + "\"\";", "quoted strings and comments");
  }

  private static void assertRefused(String body, String reason) {
    YangModules modules = new YangModules(SchemaLimits.DEFAULT);
    YangSources sources = new YangSources(Map.of("m.yang", "module m { " + body + "}"));
    assertThatExceptionOfType(InvalidYang.class)
        .isThrownBy(() -> modules.schema("digest", () -> sources))
        .satisfies(refused -> assertThat(refused.details()).contains(reason));
  }
}
