package org.reprise.cps.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchemaNodeTest {
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

  @Test
  void distinguishesNestedChoicesOfTheSameName() {
    YangSources sources = new YangSources(Map.of("m.yang", NESTED_CHOICES_OF_ONE_NAME));
    SchemaNode container = ParsedSchemas.of(sources).locate("/c").schema();

    assertThat(excluded(container, "a")).containsExactlyInAnyOrder("b", "d", "e");
    assertThat(excluded(container, "b")).containsExactlyInAnyOrder("a", "e");
    assertThat(excluded(container, "e")).containsExactlyInAnyOrder("a", "b", "d");
  }

  private static List<String> excluded(SchemaNode parent, String name) {
    return parent.children().stream()
        .filter(child -> child.name().equals(name))
        .flatMap(child -> child.excluded().stream())
        .map(SchemaNode::name)
        .toList();
  }
}
