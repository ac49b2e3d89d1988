package org.reprise.cps.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fragment.Fragment;
import org.reprise.cps.fragment.Fragments.LeafChange;
import org.reprise.cps.payload.Uncounted;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.ParsedSchemas;
import org.reprise.cps.schema.YangSources;

class OtherCasesTest {
  private static final String NESTED_CHOICES_OF_ONE_NAME =
      """
      module m {
        yang-version 1.1; namespace "urn:m"; prefix m;
        container c {
          choice way {
            case one {
              choice way {
                case one { leaf a { type string; } }
                case two { leaf b { type string; } leaf d { type string; } }
              }
            }
            case two { leaf e { type string; } }
          }
        }
      }
      """;
  private static final DataPath CONTAINER =
      ParsedSchemas.of(new YangSources(Map.of("m.yang", NESTED_CHOICES_OF_ONE_NAME))).locate("/c");

  private static Fragment with(String... leaves) {
    Map<String, Object> values = new LinkedHashMap<>();
    List.of(leaves).forEach(leaf -> values.put(leaf, "x"));
    return new Fragment(CONTAINER.schema(), CONTAINER.xpath(), values);
  }

  private static List<String> excludedBy(String leaf) {
    return OtherCases.within(List.of(with(leaf)), Uncounted.nodes()).changesWith(List.of()).stream()
        .map(LeafChange::dropped)
        .flatMap(dropped -> dropped.stream())
        .toList();
  }

  @Test
  void distinguishesNestedChoicesOfTheSameName() {
    assertThat(excludedBy("a")).containsExactlyInAnyOrder("b", "d", "e");
    assertThat(excludedBy("b")).containsExactlyInAnyOrder("a", "e");
    assertThat(excludedBy("e")).containsExactlyInAnyOrder("a", "b", "d");
  }

  @Test
  void refusesTwoCasesAndNamesTheFirstOfEach() {
    assertThatExceptionOfType(InvalidData.class)
        .isThrownBy(() -> OtherCases.within(List.of(with("b", "d", "e")), Uncounted.nodes()))
        .satisfies(thrown -> assertThat(thrown.details()).startsWith("b and e of /c belong"));
  }
}
