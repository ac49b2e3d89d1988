package org.reprise.cps.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SchemaNodeTest {
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

  @Test
  void countsReferencesThatLookAlikeOnce() {
    String leafrefs =
        IntStream.range(0, 1_000)
            .mapToObj("leaf r%d { type leafref { path /m:top/m:port/m:name; } }"::formatted)
            .collect(Collectors.joining(" "));
    String yang =
        """
        module m { yang-version 1.1; namespace urn:m; prefix m;
          container top {
            list port { key "name slot"; leaf name { type string; } leaf slot { type string; } }
            container plugs { %s
              leaf slot { type string; }
              leaf named { type leafref { path "../../port[slot = current()/../slot]/name"; } }
              leaf other { type leafref { path ../../port/slot; } } } } }
        """
            .formatted(leafrefs);

    YangSchema schema = ParsedSchemas.of(new YangSources(Map.of("m.yang", yang)));

    assertThat(schema.leafrefs()).hasSize(1_002);
    assertThat(schema.locate("/top/port").schema().referredToBy())
        .extracting(SchemaNode::name)
        .containsExactlyInAnyOrder("r0", "named", "other");
  }
}
