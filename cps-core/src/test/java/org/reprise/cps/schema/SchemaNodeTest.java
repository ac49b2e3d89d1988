package org.reprise.cps.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    ChosenCases cases = new ChosenCases();
    assertThat(cases.add(Objects.requireNonNull(parent.child(name)))).isNull();
    return parent.children().stream().filter(cases::exclude).map(SchemaNode::name).toList();
  }

  @Test
  void findsTwoCasesAmongChildren() {
    YangSources sources = new YangSources(Map.of("m.yang", NESTED_CHOICES_OF_ONE_NAME));
    SchemaNode container = ParsedSchemas.of(sources).locate("/c").schema();
    SchemaNode b = Objects.requireNonNull(container.child("b"));
    SchemaNode d = Objects.requireNonNull(container.child("d"));
    SchemaNode e = Objects.requireNonNull(container.child("e"));
    ChosenCases cases = new ChosenCases();

    assertThat(cases.add(b)).isNull();
    assertThat(cases.add(d)).isNull();
    assertThat(cases.add(e)).isSameAs(b);
  }
}
