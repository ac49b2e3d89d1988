package org.reprise.cps.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.cps.CpsServer;
import org.reprise.cps.anchor.AnchorNotFound;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.dataspace.DataspaceNotFound;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.path.InvalidCpsPath;

class QueriesIT {
  private static Queries queries;
  private static AnchorRef anchor;

  @BeforeAll
  static void store() {
    CpsServer server = CpsServer.shared();
    queries = server.store().queries();
    String dataspace = Library.dataspace(server);
    anchor = Library.anchor(server, dataspace, "main", Library.DATA);
    // Other data of the same shape that no query on the first anchor may see.
    Library.anchor(server, dataspace, "other", Library.DATA);
  }

  @Test
  void comparesVeryLongNumbersAsTexts() {
    CpsServer server = CpsServer.shared();
    AnchorRef digits =
        Library.anchor(
            server,
            Library.dataspace(server),
            "digits",
            "{\"reprise-library:library\": {\"name\": \"%s\"}}".formatted("9".repeat(140_000)));

    assertThat(queries.query(digits, "//library[@name > 1]", Descendants.NONE)).isEmpty();
    assertThat(queries.query(digits, "//library[@name > '1']", Descendants.NONE)).hasSize(1);
  }

  private static List<String> find(String path) {
    return queries.query(anchor, path, Descendants.NONE).stream()
        .map(node -> node.xpath().text())
        .toList();
  }

  /** Names each node by the shortest end of its xpath that no other node has. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "/library|/library",
        "/reprise-library:library|/library",
        "/lib:library|/library",
        "/library/room|'1'],'2'],'10']",
        "//room|'1'],'2'],'10']",
        "//book|Dune'],Odyssey'],/x'],Matilda'],/archive/book[@title='Dune']",
        "/library//book|library/room[@number='1']/shelves/book[@title='Dune'],Odyssey'],/x'],Matilda']",
        "//shelves/book|library/room[@number='1']/shelves/book[@title='Dune'],Odyssey'],/x'],Matilda']",
        "/archive//book|/archive/book[@title='Dune']",
        "//part|/library/part,/library/part/part,/library/part/part/part",
        "//part/part|/library/part/part,/library/part/part/part",
        "//part//part|/library/part/part,/library/part/part/part",
        "//part//part//part|/library/part/part/part",
        "//part[@pages=2]|/library/part/part",
        "//part[@pages=2]/part|/library/part/part/part",
        "//part[@pages<3]//part[@pages>1]|/library/part/part,/library/part/part/part",
        // Numbers, however they are stored.
        "//room[@number=1]|'1']",
        "//room[@number=1.0]|'1']",
        "//room[@number='1']|'1']",
        "//room[@number>1]|'2'],'10']",
        "//room[@number>'1']|'2'],'10']",
        "//room[@number<=2]|'1'],'2']",
        "//room[@number!=2]|'1'],'10']",
        "//room[@area=20.50]|'1']",
        "//room[@area='20.5']|'1']",
        "//room[@area>20.4]|'1'],'2']",
        "//room[@area>=100]|'2']",
        "//room[@visitors=18446744073709551615]|'1']",
        "//room[@visitors=18446744073709551614]|``",
        "//room[@visitors>9]|'1']",
        "//room[@visitors<'10']|'2']",
        "//book[@copies<0]|Odyssey']",
        "//book[@price=5]|library/room[@number='1']/shelves/book[@title='Dune'],Matilda']",
        "//book[@price='5.00']|``",
        "//book[@price='5.0']|library/room[@number='1']/shelves/book[@title='Dune'],Matilda']",
        "//book[@price!=5]|Odyssey'],/x'],/archive/book[@title='Dune']",
        "//archive/book[@price<'d']|/archive/book[@title='Dune']",
        "//person[@born<0]|'Jane']",
        // Booleans and texts.
        "//room[@open=true]|'1'],'10']",
        "//room[@open=false()]|'2']",
        "//room[@open!=true()]|'2']",
        "//shelves[@label='Kids']|'2']/shelves",
        "//shelves[@label='kids']|``",
        "//shelves[contains(@label,'ci')]|'1']/shelves",
        "//shelves[contains(@label,'%')]|``",
        "//shelves[@label>'L']|'1']/shelves",
        // Leaf-lists: one value is enough.
        "//book[@genre='classic' and @year>1966]|Odyssey'],Matilda']",
        "//book[contains(@genre,'pac')]|Odyssey']",
        "//book[@reprint=1984]|library/room[@number='1']/shelves/book[@title='Dune']",
        "//book[@reprint>2000]|library/room[@number='1']/shelves/book[@title='Dune']",
        // And, or, brackets.
        "//book[@year=1965 or"
            + " @year=1988]|library/room[@number='1']/shelves/book[@title='Dune'],Matilda']",
        "//book[(@year=1965 or @year=1988) and @copies>3]|Matilda']",
        "//book[@year=1965 or @year=1988 and"
            + " @copies>3]|library/room[@number='1']/shelves/book[@title='Dune'],Matilda']",
        "//book[@year>1960][@year<1966]|library/room[@number='1']/shelves/book[@title='Dune']",
        // Conditions on the way.
        "/library/room[@open=true]/shelves|'1']/shelves",
        "/library/room[@open=true]//book[@price>6]|Odyssey'],/x']",
        "//room[@number='1']/shelves/book[@price>6]|Odyssey'],/x']",
        "//room[@number='1' and @open=false]/shelves|``",
        "//shelves[@label='Kids']/book|Matilda']",
        "/library[@name='Main']/room[@number>1]/shelves[@label='Kids']/book|Matilda']",
        "/library[@name='Other']//book|``",
        // Keys.
        "/library/person[@family='Roe']|'Jane'],'John']",
        "/library/person[@family='Roe' and @given='John']|'John']",
        "/library/person[@given='John' and @family='Roe']|'John']",
        "//person[@given='John'][@family='Roe' and @born=1970]|'John']",
        "//person[@given='John'][@family='Roe' and @born=1971]|``",
        "//person[@given='John' and @given='Jane']|``",
        "//book[@title='it''s [1]/x']|/x']",
        "//book[@title=\"it's [1]/x\"]|/x']",
        // A leaf means the node that has it.
        "//book/title|library/room[@number='1']/shelves/book[@title='Dune'],Odyssey'],/x'],Matilda'],/archive/book[@title='Dune']",
        "//copies|library/room[@number='1']/shelves/book[@title='Dune'],Odyssey'],Matilda']",
        "//book/genre[text()='classic']|library/room[@number='1']/shelves/book[@title='Dune'],Odyssey'],Matilda']",
        "//book/year[text()='1965']|library/room[@number='1']/shelves/book[@title='Dune']",
        "//book/reprint[text()=2005]|library/room[@number='1']/shelves/book[@title='Dune']",
        "//book/title[contains(text(),'[1]')]|/x']",
        "//book/genre[text()='space' or text()='odd']|Odyssey'],/x']",
        // Ancestors.
        "//book/ancestor::room|'1'],'2']",
        "//book[@price>6]/ancestor::room|'1']",
        "//book/ancestor::library|/library",
        "//book/ancestor::room[@open=false]|'2']",
        "//book/ancestor::room[@number='2']/shelves|'2']/shelves",
        "//book/ancestor::library/room|'1'],'2']",
        "//book/ancestor::library//shelves|'1']/shelves,'2']/shelves",
        "//book/ancestor::book|``",
        "//book/genre[text()='space']/ancestor::book|Odyssey']",
        "//book/genre[text()='space']/ancestor::shelves|'1']/shelves",
        "//part[@pages=3]/ancestor::part|/library/part,/library/part/part",
        // Namesakes.
        "//room[@lib:note='quiet']|'1']",
        "//room[@add:note='loud']|'1']",
        "//room[@reprise-library-additions:note='quiet']|``",
        "//room[@note='loud']|``",
        "//add:desk|'1']/desk",
        "//desk[@lamps=4]|'1']/desk",
        // What the schema does not know.
        "//nothing|``",
        "/book|``",
        "/library/nothing/book|``",
        "//book[@nothing='x']|``",
        "//book[@nothing='x' or @year=1988]|Matilda']",
        "//book[@shelves='x']|``",
        "//book[text()='x']|``",
        "//book/title/title|``",
        "//book/title[@title='x']|``",
        "/lib:nothing|``"
      })
  void finds(String path, String expectedEnds) {
    List<String> found = find(path);

    List<String> ends =
        expectedEnds.isEmpty() ? List.of() : Arrays.asList(expectedEnds.split(",(?=['/\\w])"));
    assertThat(found).hasSameSizeAs(ends);
    for (int i = 0; i < ends.size(); i++) {
      assertThat(found.get(i)).endsWith(ends.get(i));
    }
  }

  @Test
  void readsTheAskedNumberOfLevels() {
    DataNode alone = queries.query(anchor, "//room[@number=1]", Descendants.NONE).getFirst();
    DataNode direct = queries.query(anchor, "//room[@number=1]", Descendants.DIRECT).getFirst();
    DataNode whole = queries.query(anchor, "//room[@number=1]", Descendants.ALL).getFirst();

    assertThat(alone.children()).isEmpty();
    assertThat(alone.leaves()).containsEntry("visitors", "18446744073709551615");
    assertThat(CpsServer.fragments(direct)).isEqualTo(3);
    assertThat(CpsServer.fragments(whole)).isEqualTo(6);
    assertThat(whole)
        .isEqualTo(
            CpsServer.shared()
                .store()
                .dataNodes()
                .read(anchor, "/library/room[@number='1']", Descendants.ALL)
                .getFirst());
  }

  @Test
  void nestedMatchesAreSeparateTrees() {
    List<DataNode> parts = queries.query(anchor, "//part", Descendants.ALL);

    assertThat(parts.stream().map(CpsServer::fragments)).containsExactly(3, 2, 1);
  }

  @Test
  void givesTheDifferentValuesOfALeaf() {
    assertThat(queries.queryLeaf(anchor, "//book/@title"))
        .containsExactly("Dune", "Odyssey", "it's [1]/x", "Matilda");
    assertThat(queries.queryLeaf(anchor, "//room/@open")).containsExactly(true, false);
    assertThat(queries.queryLeaf(anchor, "//room[@open=true]/@number")).containsExactly(1, 10);
    assertThat(queries.queryLeaf(anchor, "//book/@genre"))
        .containsExactly(
            List.of("classic", "desert"),
            List.of("classic", "space"),
            List.of("odd"),
            List.of("classic"));
    assertThat(queries.queryLeaf(anchor, "//book/@price"))
        .containsExactly("5.0", "12.5", "7.25", "cheap");
    assertThat(queries.queryLeaf(anchor, "//book/@nothing")).isEmpty();
    // A last step that names a leaf means the node that has it.
    assertThat(queries.queryLeaf(anchor, "//book/title[text()='Dune']/@price"))
        .containsExactly("5.0", "cheap");
    assertThat(queries.queryLeaf(anchor, "//book[@title='Dune']/ancestor::room/@number"))
        .containsExactly(1);
    assertThat(queries.queryLeaf(anchor, "//book[@price='5.0']/ancestor::room[@open=true]/@area"))
        .containsExactly("20.5");
    assertThat(queries.queryLeaf(anchor, "//book/ancestor::library/@name")).containsExactly("Main");
    assertThat(queries.queryLeaf(anchor, "//genre[text()='classic']/ancestor::shelves/@label"))
        .containsExactly("SciFi", "Kids");
    assertThat(queries.queryLeaf(anchor, "//book/ancestor::room/@nothing")).isEmpty();
    assertThat(queries.queryLeaf(anchor, "//nothing/@title")).isEmpty();
  }

  @Test
  void refusesToMixNodesAndLeafs() {
    assertThatExceptionOfType(InvalidCpsPath.class)
        .isThrownBy(() -> queries.queryLeaf(anchor, "//book"));
    assertThatExceptionOfType(InvalidCpsPath.class)
        .isThrownBy(() -> queries.query(anchor, "//book/@title", Descendants.NONE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "library", "//book[", "//book[@title=]", "//book[@a=1e5]"})
  void refusesInvalidPaths(String path) {
    assertThatExceptionOfType(InvalidCpsPath.class).isThrownBy(() -> find(path));
  }

  @Test
  void namesTheMissingAnchorOrDataspace() {
    assertThatExceptionOfType(AnchorNotFound.class)
        .isThrownBy(() ->
            queries.query(new AnchorRef(anchor.dataspace(), "none"), "//book", Descendants.NONE));
    assertThatExceptionOfType(DataspaceNotFound.class)
        .isThrownBy(() -> queries.query(new AnchorRef("none", "none"), "//book", Descendants.NONE));
  }

  /** Whatever stands in a path is a value of the statement, never a part of it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "//book[@title='''; drop table fragment; --']",
        "//book[@title='?']",
        "//book[contains(@title,'\\'';%_')]",
        "//book[@title='\\']",
        "/library/room[@number=''' or ''1''=''1']",
        "//book[@title='\uD800']",
        "//book[@title='{{}}$1:x']"
      })
  void valuesAreNeverReadAsPathsOrSql(String path) {
    assertThat(find(path)).isEmpty();
    assertThat(find("//book")).hasSize(5);
  }
}
