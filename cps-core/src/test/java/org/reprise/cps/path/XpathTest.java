package org.reprise.cps.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import org.junit.jupiter.api.Test;

class XpathTest {
  private static final List<String> KEYS = List.of("name", "number");
  private final Xpath forest = Xpath.ROOT.child("forest");
  private final Xpath tree = forest.entry("more:tree", KEYS, List.of("it's a/b[c]' and @x='", "1"));

  @Test
  void writesTheStoredForm() {
    assertThat(tree.text())
        .isEqualTo("/forest/more:tree[@name='it''s a/b[c]'' and @x=''' and @number='1']");
    assertThat(Xpath.ROOT.text()).isEmpty();
    assertThat(Xpath.ROOT).hasToString("/");
  }

  @Test
  void ignoresSlashesAndBracketsInKeys() {
    assertThat(tree.parent()).isEqualTo(forest);
    assertThat(tree.child("leaf").parent()).isEqualTo(tree);
    assertThat(tree.child("leaf").ancestor(3)).isEqualTo(Xpath.ROOT);
    assertThat(tree.name()).isEqualTo("more:tree");
    assertThat(tree.localName()).isEqualTo("tree");
    assertThat(tree.child("leaf").name()).isEqualTo("leaf");
  }

  @Test
  void readsKeyValuesExactly() {
    assertThat(tree.keys())
        .containsExactly(entry("name", "it's a/b[c]' and @x='"), entry("number", "1"));
    assertThat(tree.child("leaf").keys()).isEmpty();
    assertThat(Xpath.ROOT.entry("a", List.of("k"), List.of("")).keys())
        .containsExactly(entry("k", ""));
    assertThat(Xpath.ROOT.keys()).isEmpty();
  }

  @Test
  void tellsNamesWithACommonBeginningApart() {
    assertThat(forest.child("a").isBelow(forest)).isTrue();
    assertThat(forest.isBelow(forest)).isFalse();
    assertThat(forest.isWithin(forest)).isTrue();
    assertThat(Xpath.ROOT.child("forests").isBelow(forest)).isFalse();
    assertThat(forest.isBelow(Xpath.ROOT)).isTrue();
    assertThat(Xpath.ROOT.isBelow(Xpath.ROOT)).isFalse();
  }

  @Test
  void theRootHasNoParent() {
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(Xpath.ROOT::parent);
    assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> new Xpath("a"));
    assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> new Xpath("/"));
  }
}
