package org.reprise.lists.circulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.lists.circulation.RulesText.InvalidRules;
import org.reprise.lists.circulation.RulesText.Rule;

class RulesTextTest {
  private static final String POLICIES = ": l @1 r @2 n @3 o @4 i @5";
  private static final String FALLBACK = "fallback-policy" + POLICIES + "\n";

  // "@7" stands for a UUID.
  private static String text(String rules) {
    return rules
        .replace("P!", POLICIES)
        .replaceAll("@(\\d)", "00000000-0000-4000-8000-00000000000$1");
  }

  private static List<Integer> byRank(String rules) {
    return RulesText.read(text(rules)).stream()
        .sorted((one, other) -> Long.compare(other.rank(), one.rank()))
        .map(Rule::line)
        .toList();
  }

  @Test
  void addsParentsCriteriaToIndentedLine() {
    List<Rule> rules =
        RulesText.read(
            text(
                """
                # all of it
                priority: t, s, c, b, a, m, g
                fallback-policyP!

                m @7 @8   / books
                    g !@1 ! @2 + t allP!
                    s @3P!
                g @4P!
                """));
    assertThat(rules).extracting(Rule::line).containsExactly(3, 6, 7, 8);
    assertThat(rules.get(1).conditions()).hasSize(2);
    assertThat(rules.get(1).conditions().get(0).ids()).hasSize(2);
    assertThat(rules.get(1).conditions().get(1).not()).isTrue();
    assertThat(rules.get(1).letters().chars().sorted().toArray()).containsExactly('g', 'm', 't');
    assertThat(rules.get(2).conditions()).hasSize(2);
    assertThat(rules.get(3).conditions()).hasSize(1);
    assertThat(rules.getFirst().policies()).containsOnlyKeys("l", "r", "n", "o", "i");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "t, s, c, b, a, m, g | 3,5,4,2,1",
        "criterium(t, s, c, b, a, m, g), number-of-criteria, first-line | 3,5,4,2,1",
        "number-of-criteria, criterium (g, m, a, b, c, s, t), last-line | 4,3,2,5,1",
        "number-of-criteria, last-line | 4,3,5,2,1",
        "last-line | 5,4,3,2,1",
      })
  void ranksAsPrioritiesSay(String priorities, String order) {
    String rules =
        "priority: %s\n%s%s"
            .formatted(
                priorities,
                FALLBACK,
                "g @1P!\nt @2 + g @1P!\nm @3 + g @1P!\nt @4P!\n".replace("P!", POLICIES));
    assertThat(byRank(rules).stream().map(line -> Integer.toString(line - 1)))
        .containsExactly(order.split(","));
  }

  @Test
  void firstLineEndsWithFallback() {
    assertThat(byRank("priority: first-line\nm @1P!\nm @1P!\nfallback-policyP!\n"))
        .containsExactly(2, 3, 4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          `` | 1 | 1 | 'priority: …' is missing
          priority: last-line | 2 | 1 | 'fallback-policy: …' is missing
          m @1P! | 1 | 1 | must be the first
          priority: last-line;fallback-policy: l @1 | 2 | 18 | missing type r
          priority: last-line;fallback-policyP! l @1 | 2 | 0 | Only one policy of type l
          priority: last-line;fallback-policy: l book | 2 | 20 | is no UUID
          priority: last-line;fallback-policyP!;x @1P! | 3 | 1 | begins with one of the letters
          priority: last-line;fallback-policyP!;m | 3 | 1 | Name missing.
          priority: last-line;fallback-policyP!;m dvdP! | 3 | 3 | is no UUID
          priority: last-line;fallback-policyP!;m @1 !@2P! | 3 | 1 | must precede each name
          priority: last-line;fallback-policyP!;  m @1P! | 3 | 3 | no line to add this to
          priority: last-line;m @1P!;fallback-policyP! | 2 | 1 | before the first rule
          priority: first-line;fallback-policyP!;m @1P! | 3 | 1 | after the last rule
          priority: t, s, c, b, a, m, m;fallback-policyP! | 1 | 11 | each once
          priority: number-of-criteria;fallback-policyP! | 1 | 11 | then first-line or last-line
          priority: ,;fallback-policyP! | 1 | 11 | then first-line or last-line
          priority: criterium(t, s), last-line;fallback-policyP! | 1 | 21 | 7 letters
          """)
  void saysWhatIsWrongAndWhere(String rules, int line, int column, String message) {
    InvalidRules thrown =
        catchThrowableOfType(
            InvalidRules.class, () -> RulesText.read(text(rules.replace(';', '\n'))));
    assertThat(thrown).as(rules).isNotNull().hasMessageContaining(message);
    assertThat(thrown.line).isEqualTo(line);
    assertThat(column == 0 || thrown.column == column).as("column " + thrown.column).isTrue();
  }

  @Test
  void endsCommentWithItsLine() {
    // U+2028 ends a line for an expression, and none of a text.
    String comment = "/".repeat(90_000) + "\u2028more\n";
    assertThat(byRank("priority: last-line #" + comment + FALLBACK + "m @1P! " + comment))
        .containsExactly(3, 2);
  }

  @Test
  void refusesPriorityWithManyParentheses() {
    InvalidRules thrown =
        catchThrowableOfType(
            InvalidRules.class,
            () -> RulesText.read("priority: " + "criterium(".repeat(15_000) + "\n"));
    assertThat(thrown).hasMessageContaining("then first-line or last-line");
  }

  @Test
  void refusesTabs() {
    InvalidRules thrown =
        catchThrowableOfType(InvalidRules.class, () -> RulesText.read("priority:\tlast-line"));
    assertThat(thrown.column).isEqualTo(10);
  }
}
