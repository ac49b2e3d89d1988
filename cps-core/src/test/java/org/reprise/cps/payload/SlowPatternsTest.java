package org.reprise.cps.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fragment.Fragment;
import org.reprise.cps.sample.L2Topology;
import org.reprise.cps.schema.ParsedSchemas;
import org.reprise.cps.schema.YangSchema;
import org.reprise.cps.schema.YangSources;

/** Patterns for which some values take hours, and those of common models, for which none does. */
class SlowPatternsTest {
  private static final String CHOICES = "(a?|b?)".repeat(40) + "x";
  private static final YangSchema SCHEMA =
      ParsedSchemas.of(
          new YangSources(
              Map.of(
                  "slow.yang",
                  """
                  module slow {
                    yang-version 1.1; namespace urn:slow; prefix s;
                    typedef nested { type string { pattern '((a+)+)+x'; } }
                    container c {
                      leaf nested { type nested; }
                      leaf-list several { type nested; }
                      leaf with-default { type nested; default "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"; }
                      leaf counted { type string { pattern '(a|aa){1,90}x'; } }
                      leaf sequence { type string { pattern '.*.*.*.*.*x'; } }
                      leaf choices { type string { pattern '%s'; } }
                      leaf inverted { type string { pattern '((a+)+)+x' { modifier invert-match; } } }
                      leaf one-of { type union { type uint8; type nested; } }
                      leaf same { type leafref { path ../nested; require-instance false; } }
                      leaf same-or-number {
                        type union { type leafref { path ../nested; require-instance false; } type uint8; }
                      }
                      leaf place { type union { type instance-identifier { require-instance false; } type uint8; } }
                      leaf letters { type string { pattern '(a|b)*'; } }
                      leaf plain { type string { pattern '[a-z]+[(|*+?]'; } }
                      list entry { key id; leaf id { type nested; } }
                    }
                  }
                  """
                      .formatted(CHOICES))));

  private static List<Fragment> json(String content) {
    String text = "{\"slow:c\":{" + content.replace('\'', '"') + "}}";
    return new PayloadReader(SCHEMA, Uncounted.nodes())
        .read(SCHEMA.locate("/"), Payload.json(text))
        .nodes();
  }

  private static List<Fragment> xml(String content) {
    String text = "<c xmlns='urn:slow'>" + content + "</c>";
    return new PayloadReader(SCHEMA, Uncounted.nodes())
        .read(SCHEMA.locate("/"), Payload.xml(text))
        .nodes();
  }

  private static String refused(Runnable reading) {
    return assertThatExceptionOfType(InvalidData.class).isThrownBy(reading::run).actual().details();
  }

  @ParameterizedTest
  @CsvSource({
    "nested, ''",
    "counted, ''",
    "inverted, ''",
    "one-of, ''",
    "same, ''",
    "same-or-number, ''",
    "choices, aaaa",
    "choices, ''"
  })
  void aValueThatTakesTooLongIsRefused(String leaf, String value) {
    String text = leaf.equals("choices") ? value : "a".repeat(60) + "!";

    assertThat(refused(() -> json("'%s':'%s'".formatted(leaf, text))))
        .contains("/c/" + leaf, "too long to match", text.length() + " characters");
    assertThat(refused(() -> xml("<%1$s>%2$s</%1$s>".formatted(leaf, text))))
        .contains("/c/" + leaf, "too long to match");
  }

  @Test
  void refusesSuchKeysLeafListsAndKeysInIdentifiers() {
    String text = "a".repeat(60) + "!";

    assertThat(refused(() -> json("'entry':[{'id':'" + text + "'}]"))).contains("/c/entry/id");
    assertThat(refused(() -> xml("<entry><id>" + text + "</id></entry>"))).contains("/c/entry/id");
    assertThat(refused(() -> json("'several':['ax','" + text + "']"))).contains("/c/several");
    assertThat(refused(() -> xml("<several>" + text + "</several>"))).contains("/c/several");
    assertThat(
            refused(
                () -> xml("<place xmlns:s='urn:slow'>/s:c/s:entry[s:id='" + text + "']</place>")))
        .contains("/c/place", "too long to match");
  }

  @Test
  void limitsMatchingForAllPayloadsOfARequestTogether() {
    PayloadReader reader = new PayloadReader(SCHEMA, Uncounted.nodes());
    Payload payload = Payload.json("{\"slow:c\":{\"inverted\":\"%s\"}}".formatted("a".repeat(18)));
    Runnable read = () -> reader.read(SCHEMA.locate("/"), payload);

    assertThatNoException().isThrownBy(read::run);
    assertThat(refused(() -> Stream.generate(() -> read).limit(1_000).forEach(Runnable::run)))
        .contains("/c/inverted", "too long to match");
  }

  @Test
  void aLongValueTakesTooLongForASequence() {
    assertThat(refused(() -> json("'sequence':'" + "a".repeat(3_000) + "'")))
        .contains("/c/sequence", "too long to match", "3000 characters");
  }

  @Test
  void aValueThatIsTooLongForTheStackIsRefused() {
    assertThat(refused(() -> json("'letters':'" + "ab".repeat(100_000) + "'")))
        .contains("/c/letters", "200000 characters");
  }

  // yangtools has less of the stack left for its own matching. The shortest are matched without
  // making sure of that, because they need little of it.
  @Test
  void valuesThatAreNearlyTooLongForTheStackAreReadOrRefused() {
    int refused = 0;
    for (int length = 16; length <= 64 * 1024; length += length / 16) {
      try {
        json("'letters':'" + "a".repeat(length) + "'");
      } catch (InvalidData e) {
        assertThat(e.details()).contains("/c/letters", length + " characters");
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void otherValuesAreMatchedAsEver() {
    assertThat(json("'nested':'aaax','one-of':'aax','several':['ax'],'entry':[{'id':'ax'}]"))
        .hasSize(2);
    assertThat(refused(() -> json("'nested':'aaa'"))).contains("does not match");
    assertThat(json("'one-of':7").getFirst().leaves()).containsEntry("one-of", 7);
    assertThatNoException()
        .isThrownBy(() -> json("'plain':'" + "a".repeat(1_000_000) + "*','letters':'abba'"));
    assertThatNoException()
        .isThrownBy(() -> xml("<nested>aax</nested><one-of>7</one-of><letters>ab</letters>"));
  }

  static Stream<String> valuesOfCommonTypes() {
    String label = "a23456789-".repeat(6) + "xyz";
    return Stream.of(
        "inet:ipv4-address=192.168.255.254%" + "eth0".repeat(50),
        "inet:ipv6-address=2001:0db8:1234:5678:9abc:def0:1234:5678%" + "eth0".repeat(50),
        "inet:ipv6-address=::ffff:192.168.255.254",
        "inet:ipv6-prefix=2001:db8:1234:5678:9abc:def0:1234:5678/128",
        "inet:ip-address=fe80::1",
        "inet:host=" + String.join(".", label, label, label),
        "inet:domain-name=" + String.join(".", label, label, label, "abc"),
        "inet:uri=http://example.org/" + "x".repeat(10_000),
        "yang:date-and-time=2026-11-21T10:11:12.123456789+01:00",
        "yang:object-identifier=1.3" + ".123456789".repeat(20),
        "yang:uuid=f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        "yang:mac-address=00:1B:44:11:3A:B7",
        "yang:phys-address=00" + ":1b".repeat(200),
        "yang:hex-string=00" + ":1b".repeat(200),
        "yang:dotted-quad=255.255.255.255",
        "yang:yang-identifier=" + "identifier-".repeat(20));
  }

  @ParameterizedTest
  @MethodSource("valuesOfCommonTypes")
  void valuesOfCommonTypesAreRead(String typeAndValue) {
    String type = typeAndValue.substring(0, typeAndValue.indexOf('='));
    String value = typeAndValue.substring(type.length() + 1);
    Map<String, String> sources = new TreeMap<>(YangSources.zip(L2Topology.yangZip()).byFileName());
    sources.put(
        "common.yang",
        """
        module common { namespace urn:common; prefix c;
          import ietf-inet-types { prefix inet; } import ietf-yang-types { prefix yang; }
          container c { leaf a { type %s; } } }
        """
            .formatted(type));
    YangSchema schema = ParsedSchemas.of(new YangSources(sources));

    Payload payload = Payload.json("{\"common:c\":{\"a\":\"" + value + "\"}}");
    assertThat(
            new PayloadReader(schema, Uncounted.nodes()).read(schema.locate("/"), payload).nodes())
        .hasSize(1);
  }
}
