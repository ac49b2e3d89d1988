package org.reprise.cps.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.cps.ConstraintsModule;
import org.reprise.cps.TestModules;
import org.reprise.cps.fault.CpsException;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fragment.Fragment;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.ParsedSchemas;
import org.reprise.cps.schema.YangSchema;

/** What yangtools lets pass is refused by the reader, with what is wrong and where. */
class PayloadReaderTest {
  private static final YangSchema SCHEMA = ParsedSchemas.of(TestModules.trees());
  private static final String TREE = "/forest/tree[@name='a' and @number='1']";

  private static List<Fragment> json(String parent, String text) {
    return new PayloadReader(SCHEMA, Uncounted.nodes())
        .read(SCHEMA.locate(parent), Payload.json(text))
        .nodes();
  }

  private static List<Fragment> xml(String parent, String text) {
    return new PayloadReader(SCHEMA, Uncounted.nodes())
        .read(SCHEMA.locate(parent), Payload.xml(text))
        .nodes();
  }

  /** An entry of the list of trees with one more member, in apostrophes. */
  private static List<Fragment> tree(String member) {
    return json(
        "/forest", "{'tree':[{'name':'a','number':1,%s}]}".formatted(member).replace('\'', '"'));
  }

  private static String refused(Runnable reading) {
    return assertThatExceptionOfType(InvalidData.class).isThrownBy(reading::run).actual().details();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          [{'owner':'a'},{'owner':'b'}]         | owner
          [{'wardens':['x']},{'wardens':['y']}] | wardens
          """)
  void refusesWhatSeveralObjectsOfAnArrayHave(String text, String leaf) {
    Payload payload = Payload.onapJson(text.replace('\'', '"'));
    PayloadReader reader = new PayloadReader(SCHEMA, Uncounted.nodes());
    assertThat(refused(() -> reader.read(SCHEMA.locate("/forest"), payload)))
        .contains(leaf + " of /forest is there twice");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          'i8':'5' |         /forest/tree/i8 needs a number instead of a string
          'i8':true |        /forest/tree/i8 needs a number instead of true or false
          'i8':[5] |         /forest/tree/i8 needs a number instead of an array
          'i8':{} |          /forest/tree/i8 needs a number instead of an object
          'i8':null |        /forest/tree/i8 needs a number instead of null
          'i8':128 |         128
          'i8':1.5 |         1.5
          'i8':1e1 |         1e1
          'u8':201 |         201
          'u8':-1 |          -1
          'evergreen':'true' | /forest/tree/evergreen needs true or false instead of a string
          'evergreen':1 |    /forest/tree/evergreen needs true or false instead of a number
          'protected':null | /forest/tree/protected needs [null] instead of null
          'protected':'' |   /forest/tree/protected needs [null] instead of a string
          'protected':[1] |  /forest/tree/protected needs null instead of a number
          'protected':[] |   protected
          'protected':[null,null] | protected
          'colour':1 |       /forest/tree/colour needs a string instead of a number
          'colour':'blue' |  blue
          'uses':'shade war' | war
          'kind':'oak' |     oak
          'kind':'trees:palm' | palm
          'mark':true |      /forest/tree/mark needs a string or a number instead of true or false
          'mark':'some' |    some
          'kin':5 |          /forest/tree/kin needs a string instead of a number
          'neighbour':5 |    /forest/tree/neighbour needs a string instead of a number
          'i64':'9223372036854775808' | 9223372036854775808
          'u64':'-1' |       -1
          'trees:girth':'1.2345' | 1.2345
          'nicknames':'x' |  /forest/tree/nicknames needs an array instead of a string
          'nicknames':[['x']] | /forest/tree/nicknames needs a string instead of an array
          'nicknames':[null] | /forest/tree/nicknames needs a string instead of null
          'nicknames':[{}] | /forest/tree/nicknames needs a string instead of an object
          'nicknames':['x','y','x'] | nicknames of /forest/tree[@name='a' and @number='1'] has the value 'x' twice
          'branch':{'id':'b'} | /forest/tree/branch needs an array of objects instead of an object
          'branch':['b'] |   /forest/tree/branch needs an object instead of a string
          'branch':[[]] |    /forest/tree/branch needs an object instead of an array
          'branch':[{'length':5}] | id
          'branch':[{'id':'b'},{'id':'b'}] | /forest/tree[@name='a' and @number='1']/branch[@id='b'] is there twice
          'trunk':[] |       /forest/tree/trunk needs an object instead of an array
          'trunk':[{}] |     /forest/tree/trunk needs an object instead of an array
          'trunk':null |     /forest/tree/trunk needs an object instead of null
          'trunk':'x' |      /forest/tree/trunk needs an object instead of a string
          'leaves':1 |       The schema has no leaves in trees:tree
          'st:i8':1 |        The schema has no st:i8 in trees:tree
          'nothing:i8':1 |   The schema has no nothing:i8 in trees:tree
          'trees-more:i8':1 | The schema has no trees-more:i8 in trees:tree
          'i8':1,'i8':2 |    trees:i8
          'i8':1,'trees:i8':2 | trees:i8
          'tr:i8':1,'trees:i8':2 | trees:i8
          i8:1 |             Malformed JSON
          'i8':1, |          Expected name
          /* c */'i8':1 |    Malformed JSON
          'i8':NaN |         Malformed JSON
          """)
  void refusesInvalidJson(String member, String details) {
    assertThat(refused(() -> tree(member))).contains(details);
  }

  @Test
  void errorsNameThePlaceInTheDocument() {
    assertThat(refused(() -> tree("'branch':[{'id':'x'},{'id':'y','length':'long'}]")))
        .isEqualTo(
            "/forest/tree/branch/length needs a number instead of a string"
                + " (at $.tree[0].branch[1].length; RFC 7951).");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          [] |               no JSON object
          ~~ |               End of input
          'x' |              no JSON object
          null |             no JSON object
          {} |               holds no container and no list entry
          {'forest':{}} {} | Malformed JSON
          {'forest':{} |     End of input
          {'forest':{'owner':'x\\u0000'}} | U+0000 (at position 2)
          {'forest':{'owner':'\\u001b'}} | U+001B
          {'forest':{'owner':'\\ud800'}} | U+D800
          {'forest':{'owner':'\\udc00x'}} | U+DC00
          {'forest':{'owner':'\\uffff'}} | U+FFFF
          {'forest':{'wardens':['\\u0000']}} | U+0000
          {'note':[{'id':5,'text':'\\u0000'}]} | U+0000
          {'forest':{'tree':[{'name':'\\u0000','number':1}]}} | U+0000
          {'wood':{}} |      The schema has no wood at the top
          {'log':{'entry':[{'text':'x'}]}} | has no key
          {'log':{'anything':{'x':1}}} | anydata
          """)
  void refusesJsonThatIsNoObject(String text, String details) {
    String document = text == null ? "" : text.replace('\'', '"');
    assertThat(refused(() -> json("/", document))).contains(details);
  }

  @Test
  void refusesALeafOutsideOfItsContainer() {
    assertThat(refused(() -> json("/forest", "{\"owner\":\"x\"}"))).contains("owner stands alone");
  }

  @Test
  void refusesDeepNesting() {
    String arrays = "[".repeat(10_000) + "]".repeat(10_000);
    String objects = "{\"forest\":".repeat(10_000) + "1" + "}".repeat(10_000);
    String elements = "<forest xmlns=\"urn:reprise:test:trees\">".repeat(10_000);

    assertThat(refused(() -> json("/", "{\"forest\":" + arrays + "}"))).contains("an object");
    assertThat(refused(() -> json("/", objects))).contains("no forest in trees:forest");
    assertThat(refused(() -> xml("/", elements))).contains("forest");
  }

  @Test
  void acceptsWhatRfc7951Allows() {
    List<Fragment> fragments =
        tree(
            """
            'trees:i8':-128,'i64':'-9223372036854775808','u64':'18446744073709551615',
            'u32':4294967295,'trees:girth':'1.500','trees-more:girth':'thick','protected':[null],
            'uses':'timber shade','kind':'trees-more:palm','mark':'conifer','kin':'trees-more:palm',
            'nicknames':['\\uD83C\\uDF32 \\t\\r\\n'],'evergreen':false,'picture':'AAE=','age':7
            """);

    assertThat(fragments).hasSize(1);
    Map<String, Object> leaves = fragments.getFirst().leaves();
    assertThat(leaves)
        .containsEntry("i8", -128)
        .containsEntry("i64", "-9223372036854775808")
        .containsEntry("u64", "18446744073709551615")
        .containsEntry("u32", 4294967295L)
        .containsEntry("girth", "1.5")
        .containsEntry("trees-more:girth", "thick")
        .containsEntry("kind", "trees-more:palm")
        .containsEntry("mark", "trees:conifer")
        .containsEntry("nicknames", List.of("\uD83C\uDF32 \t\r\n"))
        .containsEntry("picture", "AAE=")
        .containsEntry("age", 7);
    assertThat((String) leaves.get("uses")).isEqualTo("shade timber");
  }

  @Test
  void acceptsSixtyFourBitNumbersAsJsonNumbers() {
    assertThat(tree("'u64':18446744073709551615,'i64':-5").getFirst().leaves())
        .containsEntry("u64", "18446744073709551615")
        .containsEntry("i64", "-5");
  }

  @Test
  void separatesConfigurationAndStateOfTheSameName() {
    assertThat(json("/", "{\"forest\":{\"owner\":\"x\"}}").getFirst().xpath().text())
        .isEqualTo("/forest");
    assertThat(json("/", "{\"trees:forest\":{}}").getFirst().xpath().text()).isEqualTo("/forest");
    assertThat(json("/", "{\"trees-state:forest\":{\"trees\":\"1\"}}").getFirst().xpath().text())
        .isEqualTo("/trees-state:forest");
  }

  @Test
  void acceptsRepeatedStateValues() {
    assertThat(json("/", "{\"log\":{\"events\":[\"x\",\"x\"]}}").getFirst().leaves())
        .containsEntry("events", List.of("x", "x"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          <name>a</name><number>1</number><i8>x</i8> |       x
          <name>a</name><number>1</number><i8>1</i8><i8>2</i8> | Duplicate
          <name>a</name><number>1</number><i8><b/></i8> |    START_ELEMENT
          <name>a</name><number>1</number>text |             text
          <name>a</name><number>1</number><leaves/> |        leaves
          <name>a</name> |                                   number
          <name>a</name><number>1</number>&lol; |            lol
          <name>&lol;</name><number>1</number> |             lol
          <name>a&#0;</name><number>1</number> |             invalid
          <name>a&#x1F;</name><number>1</number> |           invalid
          <name>a</name><number>1</number><kind xmlns:x='urn:none'>x:palm</kind> | urn:none
          <name>a</name><number>1</number><kind>x:palm</kind> | x
          <name>a</name><number>1</number><trunk xmlns:nc='urn:nc' nc:operation='delete'/> | trunk has the attribute operation
          <name>a</name><number>1</number><i8 unit='m'>1</i8> | i8 has the attribute unit
          </tree></forest><forest xmlns='urn:reprise:test:trees'><tree> | forest
          """)
  void refusesInvalidXml(String content, String details) {
    String document =
        "<forest xmlns='urn:reprise:test:trees'><tree>%s</tree></forest>".formatted(content);
    assertThat(refused(() -> xml("/", document))).contains(details);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          <!DOCTYPE forest [<!ENTITY x 'y'>]><forest xmlns='urn:reprise:test:trees'/> | document type
          <?xml version='1.0'?><!DOCTYPE forest SYSTEM 'file:///etc/passwd'><forest xmlns='urn:reprise:test:trees'/> | document type
          <!-- x --><!DOCTYPE forest><forest xmlns='urn:reprise:test:trees'/> | document type
          <forest/> |                              forest
          <forest xmlns='urn:other'/> |            urn:other
          <forest xmlns='urn:reprise:test:trees'> | must
          not xml |                                not allowed in prolog
          ~~ |                                     Premature end
          <data/> |                                no container
          <forest xmlns='urn:reprise:test:trees' operation='replace'/> | forest has the attribute operation
          </data><data> |                          must be well-formed
          """)
  void refusesXmlDocuments(String text, String details) {
    assertThat(refused(() -> xml("/", text == null ? "" : text))).contains(details);
  }

  @Test
  void readsManyXmlLeafs() {
    StringBuilder trees = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      trees.append("<tree><name>n</name><number>%d</number></tree>".formatted(i));
    }
    assertThat(xml("/", "<forest xmlns='urn:reprise:test:trees'>" + trees + "</forest>"))
        .hasSize(501);
  }

  @Test
  void resolvesIdentityPrefixesInTheDocument() {
    String document =
        """
        <?xml version="1.0" encoding="utf-8"?>
        <data xmlns="urn:ietf:params:xml:ns:yang:ietf-restconf" xmlns:p="urn:reprise:test:trees-more">
          <branch xmlns="urn:reprise:test:trees">
            <id>]]&gt; &lt;data&gt;<![CDATA[<!DOCTYPE]]></id>
            <twig><kind>p:palm</kind><evergreen>true</evergreen></twig>
          </branch>
        </data>
        """;

    List<Fragment> fragments = xml(TREE, document);

    assertThat(fragments)
        .extracting(node -> node.xpath().text())
        .containsExactly(
            TREE + "/branch[@id=']]> <data><!DOCTYPE']",
            TREE
                + "/branch[@id=']]> <data><!DOCTYPE']"
                + "/twig[@kind='trees-more:palm' and @evergreen='true']");
  }

  @Test
  void aMistakeOfOursIsNotTheCallers() {
    DataPath ofAnotherSchema = ParsedSchemas.of(ConstraintsModule.sources()).locate("/shop");

    for (Payload payload : List.of(Payload.json("{\"device\":[]}"), Payload.xml("<device/>"))) {
      assertThatThrownBy(
              () -> new PayloadReader(SCHEMA, Uncounted.nodes()).read(ofAnotherSchema, payload))
          .isInstanceOf(RuntimeException.class)
          .isNotInstanceOf(CpsException.class);
    }
  }
}
