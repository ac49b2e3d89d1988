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

  @Test
  void takesTheNodesOfTheNewestRevision() {
    String revision = "module a { namespace urn:a; prefix a; revision %s; container c { %s } }";
    String user =
        "module b { namespace urn:b; prefix b;"
            + " import a { prefix a; revision-date 2025-01-01; } container d;"
            + " leaf e { type leafref { path '/a:c/a:both'; } } }";
    YangSources sources =
        new YangSources(
            Map.of(
                "a@2025-01-01.yang",
                    revision.formatted(
                        "2025-01-01", "leaf old { type string; } leaf both { type int8; }"),
                "a@2026-01-01.yang",
                    revision.formatted(
                        "2026-01-01", "leaf new { type string; } leaf both { type int8; }"),
                "b.yang", user));
    YangSchema schema = ParsedSchemas.of(sources);

    assertThat(schema.locate("/c").schema().child("new")).isNotNull();
    assertThat(schema.locate("/c").schema().child("old")).isNull();
    assertThat(schema.locate("/d").schema().name()).isEqualTo("d");
    assertThat(schema.locate("/").schema().child("e")).isNotNull();
  }

  @Test
  void takesTheAugmentationsOfTheNewestRevision() {
    String revision =
        "module b { namespace urn:b; prefix b; import a { prefix a; } revision %s;"
            + " augment /a:c { leaf both { type int8; } leaf %s { type string; } } }";
    YangSources sources =
        new YangSources(
            Map.of(
                "a.yang", "module a { namespace urn:a; prefix a; container c; }",
                "b@2025-01-01.yang", revision.formatted("2025-01-01", "old"),
                "b@2026-01-01.yang", revision.formatted("2026-01-01", "new")));

    assertThat(ParsedSchemas.of(sources).locate("/c").schema().children())
        .extracting(SchemaNode::name)
        .containsExactlyInAnyOrder("both", "new");
  }
}
