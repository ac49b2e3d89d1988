package org.reprise.cps.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.payload.PayloadReader;
import org.reprise.cps.payload.Uncounted;
import org.reprise.cps.sample.L2Topology;

/** RFC 7950, sections 7.3.4 and 9.4.5: a derived type keeps the restrictions of its base. */
class InheritedPatternsTest {
  private static final YangSchema SCHEMA = schema();

  private static YangSchema schema() {
    Map<String, String> sources = new TreeMap<>(YangSources.zip(L2Topology.yangZip()).byFileName());
    sources.put(
        "old.yang",
        """
        module old { namespace urn:old; prefix o;
          typedef digits { type string { pattern "\\d+"; } }
          typedef even { type digits { pattern ".*[02468]"; } }
        }
        """);
    sources.put(
        "new.yang",
        """
        module new { yang-version 1.1; namespace urn:new; prefix n;
          import old { prefix old; } import ietf-inet-types { prefix inet; }
          typedef letters { type string { pattern '[a-z]+' { error-message "letters"; } } }
          typedef short { type letters { length "1..3"; } }
          typedef begins { type letters { pattern 'a.*'; } }
          typedef shorter { type begins { length "1..2"; } }
          typedef again { type shorter { pattern '.*b'; } }
          typedef no-x { type string { pattern 'x.*' { modifier invert-match; } } }
          typedef same { type letters { pattern '[a-z]+'; } }
          grouping g { typedef local { type letters; } leaf inner { type local { length "2"; } } }
          container c {
            leaf short { type short; } leaf begins { type begins; } leaf shorter { type shorter; }
            leaf again { type again; } leaf same { type same; }
            leaf inline { type letters { length "1..3"; } }
            leaf no-x { type no-x { length "1..3"; } }
            leaf number { type old:even { length "1..3"; } }
            leaf either { type union { type short; type int8; } }
            leaf other { type leafref { path "../short"; require-instance false; } }
            leaf-list several { type short; }
            leaf address { type inet:ipv4-address-no-zone; }
            uses g;
          }
        }
        """);
    return ParsedSchemas.of(new YangSources(sources));
  }

  private static void read(String leaf, String value) {
    String text = leaf.equals("several") ? "[\"" + value + "\"]" : "\"" + value + "\"";
    new PayloadReader(SCHEMA, Uncounted.nodes())
        .readTrees("/new:c", Payload.onapJson("{\"new:c\":{\"" + leaf + "\":" + text + "}}"));
    new PayloadReader(SCHEMA, Uncounted.nodes())
        .readTrees(
            "/new:c",
            Payload.xml("<c xmlns='urn:new'><%1$s>%2$s</%1$s></c>".formatted(leaf, value)));
  }

  @ParameterizedTest
  @CsvSource({
    "short, abc, 12",
    "begins, ab, a1",
    "shorter, ab, a1",
    "shorter, ab, bb",
    "again, ab, aa",
    "again, ab, bb",
    "again, ab, 1b",
    "same, ab, 1",
    "inline, abc, 12",
    "no-x, abc, xb",
    "number, 12, 13",
    "number, 12, a2",
    "either, abc, '!'",
    "other, abc, 12",
    "several, abc, 12",
    "inner, ab, 12",
    "address, 192.0.2.1, 999.1.1.1",
    "address, 192.0.2.1, 192.0.2.1%eth0",
  })
  void aValueMustMatchThePatternsOfAllTypesItsTypeDerivesFrom(
      String leaf, String good, String bad) {
    read(leaf, good);
    assertThatExceptionOfType(InvalidData.class).isThrownBy(() -> read(leaf, bad));
  }

  @ParameterizedTest
  @CsvSource({"5, 5", "-5, -5", "ab, ab"})
  void aMemberOfAUnionThatDoesNotFitLeavesTheValueToTheNext(String value, String stored) {
    var node =
        new PayloadReader(SCHEMA, Uncounted.nodes())
            .readTrees("/new:c", Payload.json("{\"new:c\":{\"either\":\"%s\"}}".formatted(value)))
            .getFirst();
    assertThat(node.leaves().get("either")).hasToString(stored);
    assertThat(node.leaves().get("either") instanceof String).isEqualTo(value.equals("ab"));
  }

  @ParameterizedTest
  @CsvSource({
    "of-old, direct, old, new",
    "of-old, derived, old, new",
    "of-old, prefixed, old, new",
    "of-new, direct, new, old",
    "of-new, derived, new, old",
    "of-new, prefixed, new, old",
  })
  void takesPatternsOfTheRevisionThatIsImported(
      String module, String leaf, String good, String bad) {
    String twice =
        """
        module twice { namespace urn:twice; prefix t; revision %s;
          typedef base { type string { pattern '%s'; } }
          typedef derived { type base { length "3"; } }
          typedef prefixed { type t:base { length "3"; } }
        }
        """;
    String user =
        """
        module %1$s { namespace urn:%1$s; prefix u; import twice { prefix t; %2$s }
          container c {
            leaf direct { type t:base { length "3"; } }
            leaf derived { type t:derived; } leaf prefixed { type t:prefixed; }
          }
        }
        """;
    YangSchema schema =
        ParsedSchemas.of(
            new YangSources(
                Map.of(
                    "twice@2025-01-01.yang", twice.formatted("2025-01-01", "old"),
                    "twice@2026-01-01.yang", twice.formatted("2026-01-01", "new"),
                    "of-old.yang", user.formatted("of-old", "revision-date 2025-01-01;"),
                    "of-new.yang", user.formatted("of-new", ""))));
    PayloadReader reader = new PayloadReader(schema, Uncounted.nodes());
    String data = "{\"%s:c\":{\"%s\":\"%s\"}}";

    assertThat(reader.readTrees("/", Payload.json(data.formatted(module, leaf, good)))).hasSize(1);
    assertThatExceptionOfType(InvalidData.class)
        .isThrownBy(() -> reader.readTrees("/", Payload.json(data.formatted(module, leaf, bad))));
  }
}
