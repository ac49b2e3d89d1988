package org.reprise.cps.payload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.reprise.cps.TestModules;
import org.reprise.cps.fault.InvalidRequest;
import org.reprise.cps.schema.ParsedSchemas;
import org.reprise.cps.schema.UnknownXpath;
import org.reprise.cps.schema.YangSchema;
import org.reprise.cps.schema.YangSources;

/** Input that was spoilt at random is read or refused with a reason, and never fails otherwise. */
class MutatedInputTest {
  private static final int DOCUMENTS = 4_000;
  private static final int MODULES = 150;

  // The same input on each machine; -Dreprise.test.seed looks at others.
  private static final long SEED = 307;
  private static final YangSchema SCHEMA = ParsedSchemas.of(TestModules.trees());
  private static final String BRANCH =
      "/forest/tree[@name='a' and @number='1']/branch[@id='b''c']/twig[@kind='trees:conifer']";
  private static final String JSON =
      """
      {"trees:forest":{"owner":"o","wardens":["x","y"],"tree":[{"name":"a","number":1,"i8":-5,
      "i64":"7","girth":"1.5","evergreen":true,"protected":[null],"colour":"green","uses":"shade",
      "picture":"AAE=","kind":"trees-more:palm","mark":5,"kin":"conifer","nicknames":["n"],
      "trunk":{"height":1,"bark":{}},"range":{"from":1},"branch":[{"id":"z","twig":[
      {"kind":"conifer","evergreen":false}]}],"trees-more:inspection":{"by":"b"}}]},
      "note":[{"id":"1"}],"trees-state:forest":{"fallen":["x"]}}\
      """;
  private static final String XML =
      """
      <?xml version="1.0"?><data xmlns="urn:ietf:params:xml:ns:yang:ietf-restconf"
      xmlns:m="urn:reprise:test:trees-more"><forest xmlns="urn:reprise:test:trees"><owner>o</owner>
      <wardens>x</wardens><!-- c --><tree><name>a</name><number>1</number><protected/>
      <kind>m:palm</kind><trunk><bark/></trunk><branch><id><![CDATA[<z>]]></id></branch>
      <m:inspection><m:by>&amp;</m:by></m:inspection></tree></forest></data>\
      """;
  private static final String[] PARTS = {
    "{",
    "}",
    "[",
    "]",
    "\"",
    ":",
    ",",
    "null",
    "true",
    "-1",
    "1e999",
    "\\u0000",
    "\\",
    "<",
    ">",
    "</",
    "/>",
    "&",
    "&lt;",
    "<![CDATA[",
    "]]>",
    "<!--",
    "<?x?>",
    "<!DOCTYPE x>",
    "xmlns=\"\"",
    "'",
    "{}",
    "[]",
    "\"\"",
    "\u0000",
    "\uD800",
    "\uFFFE",
    " ",
    "x:",
    "@",
    "and",
    "or",
    "(",
    ";",
    "//"
  };

  private static final Pattern INSIDES =
      Pattern.compile(
          "\\b[a-z]\\w*(\\.[a-z]\\w*)+\\.[A-Z]\\w*|[A-Z]\\w*(Exception|Error|Impl|Statement)\\b"
              + "|Cannot invoke|\\b[A-Z]\\w*\\{\\w+=");

  private final long seed = Long.getLong("reprise.test.seed", SEED);
  private final Random random = new Random(seed);

  private String mutated(String text) {
    StringBuilder mutated = new StringBuilder(text);
    for (int i = random.nextInt(3); i >= 0; i--) {
      int from = random.nextInt(mutated.length());
      int to = Math.min(mutated.length(), from + random.nextInt(12));
      switch (random.nextInt(4)) {
        case 0 -> mutated.delete(from, to);
        case 1 -> mutated.insert(from, PARTS[random.nextInt(PARTS.length)]);
        case 2 -> mutated.replace(from, to, PARTS[random.nextInt(PARTS.length)]);
        default -> mutated.insert(random.nextInt(mutated.length()), mutated.substring(from, to));
      }
      if (mutated.isEmpty()) {
        mutated.append(' ');
      }
    }
    return mutated.toString();
  }

  private int refusals(int times, String original, Reading reading) {
    int refused = 0;
    for (int i = 0; i < times; i++) {
      String text = mutated(original);
      try {
        reading.of(text);
      } catch (InvalidRequest e) {
        checkDetails(e.details(), text);
        refused++;
      } catch (UnknownXpath e) {
        checkDetails(e.details(), text);
        refused++;
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError("seed " + seed + ": " + text, e);
      }
    }
    return refused;
  }

  // Messages name no classes of the service.
  private void checkDetails(String details, String text) {
    assertThat(details).as("seed " + seed + ": " + text).isNotBlank();
    Matcher leak = INSIDES.matcher(details);
    assertThat(leak.find()).as("seed %s: %s%ntold in answer to: %s", seed, details, text).isFalse();
  }

  private interface Reading {
    void of(String text);
  }

  @Test
  void survivesMutatedJson() {
    PayloadReader reader = new PayloadReader(SCHEMA, Uncounted.nodes());
    int refused =
        refusals(DOCUMENTS, JSON, text -> reader.read(SCHEMA.locate("/"), Payload.json(text)));
    assertThat(refused).isBetween(DOCUMENTS / 2, DOCUMENTS - 1);
  }

  @Test
  void survivesMutatedXml() {
    PayloadReader reader = new PayloadReader(SCHEMA, Uncounted.nodes());
    int refused =
        refusals(DOCUMENTS, XML, text -> reader.read(SCHEMA.locate("/"), Payload.xml(text)));
    assertThat(refused).isBetween(DOCUMENTS / 2, DOCUMENTS - 1);
  }

  @Test
  void survivesMutatedXpaths() {
    assertThat(refusals(DOCUMENTS, BRANCH, SCHEMA::locate)).isGreaterThan(DOCUMENTS / 2);
  }

  @Test
  void survivesMutatedModules() {
    Map<String, String> good = TestModules.trees().byFileName();
    for (String file : good.keySet()) {
      int refused =
          refusals(
              MODULES,
              good.getOrDefault(file, ""),
              text -> {
                Map<String, String> sources = new TreeMap<>(good);
                sources.put(file, text);
                ParsedSchemas.of(new YangSources(sources));
              });
      assertThat(refused).isPositive();
    }
  }
}
