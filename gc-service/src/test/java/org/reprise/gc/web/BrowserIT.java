package org.reprise.gc.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.reprise.gc.GcServer;
import org.reprise.gc.Plant;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Contribution;
import org.reprise.gc.configuration.Edit;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.gc.configuration.GlobalConfiguration.Kind;

/**
 * The pages as a person uses them: in a headless Chromium, by clicks and keys. Left out where there
 * is no Chromium (REPRISE_CHROMIUM names one that is not on the path). With REPRISE_SCREENSHOTS the
 * pages are also drawn into that directory.
 */
@TestMethodOrder(MethodOrderer.MethodName.class)
class BrowserIT {
  private static final GcServer SERVER = GcServer.shared();
  private static final Plant PLANT = new Plant(SERVER);
  private static final Configurations CONFIGURATIONS = SERVER.part(Configurations.class);
  private static final String HOME = SERVER.address() + "/gc/web";

  private static final String WITHOUT_LABEL =
      """
      [...document.querySelectorAll('input:not([type=hidden]), select, textarea')]
        .filter(e => !e.labels || !e.labels.length).length\
      """;

  private static @Nullable Browser browser;

  @BeforeEach
  void wide() {
    browser = Browser.shared();
  }

  private static Browser browser() {
    return Objects.requireNonNull(browser);
  }

  private static String page(GlobalConfiguration one) {
    return HOME + "/configuration/" + one.id();
  }

  /** Draws a page where somebody wants to look at it: wide and narrow, light and dark. */
  private static void look(String name) throws IOException {
    String directory = System.getenv("REPRISE_SCREENSHOTS");
    if (directory == null) {
      return;
    }
    Path all = Files.createDirectories(Path.of(directory));
    for (int width : new int[] {1280, 390}) {
      for (boolean isDark : new boolean[] {false, true}) {
        browser().screen(width, 900, isDark);
        browser().screenshot(all.resolve(name + "-" + width + (isDark ? "-dark" : "") + ".png"));
      }
    }
    browser().screen(1280, 900, false);
  }

  /** No page is wider than a phone. */
  private static void fitsAPhone() {
    browser().screen(390, 800, false);
    assertThat(browser().evaluate("document.documentElement.scrollWidth").asInt())
        .as(browser().address())
        .isLessThanOrEqualTo(390);
    browser().screen(1280, 900, false);
  }

  @Test
  void createsAndFindsComponentAndAddsStream() throws IOException {
    Browser b = browser();
    b.open(HOME);
    b.follow("header nav a", "New component");
    b.type("input[name=title]", "Gearbox of the test");
    b.type("textarea[name=description]", "Six gears, and one backwards.");
    b.type("input[name=tags]", "drive, metal");
    look("new-component");
    b.follow("main button", "Create component");
    assertThat(b.text("h1")).startsWith("Gearbox of the test");
    assertThat(b.text(".notice")).contains("created");
    b.type("header input[type=search]", "gearbox of the");
    b.pressAndFollow("Enter");
    assertThat(b.text("h1")).contains("gearbox of the");
    look("search");
    b.follow(".tabs a", "Components");
    b.follow("tbody a", "Gearbox of the test");
    b.click("summary", "New stream");
    b.type("details input[name=title]", "Gearbox stream");
    look("component");
    b.follow("button", "Create stream");
    assertThat(b.text("h1")).startsWith("Gearbox stream");
    assertThat(b.text("h1")).contains("Stream");
    fitsAPhone();
  }

  @Test
  void openedFormsFitPhone() {
    long id = PLANT.component("A component with a title as long as engineers give them").id();
    Browser b = browser();
    b.screen(390, 800, false);
    b.open(HOME + "/component/" + id);
    b.click("summary", "New stream");
    assertThat(
            b.evaluate(
                    """
                    (() => {
                      const all = [...document.querySelectorAll('details[open] :is(select, input)')]
                        .filter(e => e.getClientRects().length);
                      const frame = document.querySelector('details[open]').getBoundingClientRect();
                      return all.length + ' fields, outside: ' + all
                        .filter(e => e.getBoundingClientRect().right >= frame.right)
                        .map(e => e.name);
                    })()\
                    """)
                .asString())
        .isEqualTo("2 fields, outside: ");
  }

  @Test
  void titleWithoutSpacesFitsPhone() {
    GlobalConfiguration whole = PLANT.stream("Whole_" + "of_one_long_word_".repeat(50));
    PLANT.add(whole, PLANT.stream("Part_" + "of_one_long_word_".repeat(50)), "1");
    Browser b = browser();
    b.open(HOME + "/search?q=of_one_long_word");
    assertThat(b.evaluate("document.querySelector('tbody tr').offsetHeight").asInt())
        .as("a long title takes two lines")
        .isLessThan(80);
    for (String address :
        List.of(
            page(whole),
            page(whole) + "/edit",
            page(whole) + "/contributions",
            page(whole) + "/contribution/c1",
            HOME + "/component/" + whole.component(),
            HOME + "/component/" + whole.component() + "/edit",
            HOME + "/search?q=of_one_long_word",
            SERVER.address() + "/gc/dialogs/select/configurations?q=of_one_long_word",
            SERVER.address() + "/gc/dialogs/create/stream?q=of_one_long_word")) {
      b.open(address);
      assertThat(b.text("body")).contains("of_one_long_word_");
      fitsAPhone();
    }
  }

  @Test
  void treeMarksUsedAndSkewedContributions() throws IOException {
    GlobalConfiguration car = PLANT.stream("Car 2027");
    GlobalConfiguration chassis = PLANT.stream("Chassis stream");
    GlobalConfiguration brakes = PLANT.stream("Brakes stream");
    GlobalConfiguration other = PLANT.sibling(brakes, "Brakes for winter");
    GlobalConfiguration engine =
        PLANT.stream("Engine stream with a rather long title, as they are");
    PLANT.add(chassis, brakes, "a");
    PLANT.add(car, chassis, "a1");
    PLANT.add(car, engine, "a2");
    PLANT.add(car, other, "a3");
    Browser b = browser();
    b.open(page(car));
    look("configuration");
    assertThat(b.text(".warning")).contains("Skew", "1 contribution");
    assertThat(b.text(".unused")).contains("Brakes for winter", "not used", "Brakes stream");
    assertThat(b.text(".tree")).contains("Chassis stream", "Engine stream");
    fitsAPhone();
    b.follow(".unused .why a", "Brakes stream");
    assertThat(b.text("h1")).startsWith("Brakes stream");

    b.open(page(car));
    b.click("summary", "Create baseline");
    b.type("details[open] input[name=title]", "Car 2027.1");
    b.follow("details[open] button", "Create baseline");
    awaitBaseline(b);
    look("baseline-with-skew");
    assertThat(b.text(".unused"))
        .containsPattern(
            "(?s)Brakes stream baseline 2.* UTC \\(2\\).*not used.*Brakes stream baseline 2");
  }

  @Test
  void treeMarksOverriddenContributions() throws IOException {
    GlobalConfiguration train = PLANT.stream("Train");
    GlobalConfiguration wagon = PLANT.stream("Wagon stream");
    GlobalConfiguration doors = PLANT.stream("Doors stream");
    GlobalConfiguration winter = PLANT.sibling(doors, "Doors for winter");
    PLANT.add(wagon, doors, "a");
    PLANT.add(train, wagon, "a1");
    PLANT.add(train, winter, "a0", doors);
    Browser b = browser();
    b.open(page(train));
    look("configuration-with-override");
    assertThat(b.text(".unused")).contains("Doors stream", "another configuration overrides it");
    assertThat(b.text(".tree")).contains("Doors for winter");
    fitsAPhone();

    b.click("summary", "Create baseline");
    b.type("details[open] input[name=title]", "Train 1.0");
    b.follow("details[open] button", "Create baseline");
    awaitBaseline(b);
    look("baseline-with-override");
    assertThat(b.text("h1")).contains("Baseline");
    assertThat(b.text(".unused")).contains("Doors stream", "another configuration overrides it");
  }

  @Test
  void emptyServiceFitsPhone() throws IOException {
    GcServer empty = GcServer.empty();
    for (String page : List.of("component", "search")) {
      browser().open(empty.address() + "/gc/web/" + page);
      look("empty-" + page);
      assertThat(browser().text("main")).contains("There are none yet");
      fitsAPhone();
    }
  }

  @Test
  void contributionsAreAddedReplacedRemovedAndPutBack() throws IOException {
    GlobalConfiguration boat = PLANT.stream("Boat");
    GlobalConfiguration hull = PLANT.stream("Hull stream");
    GlobalConfiguration hull2 = PLANT.sibling(hull, "Hull stream of steel");
    Browser b = browser();
    b.open(page(boat));
    b.follow("a", "Add a contribution");
    b.type("fieldset input[name=q]", "hull stream");
    b.follow("button", "Find");
    assertThat(b.text("fieldset")).contains("Hull stream", "Hull stream of steel");
    b.click("input[name=target]", null);
    look("add-contribution");
    fitsAPhone();
    b.follow("button", "Add");
    assertThat(b.text(".tree")).contains("Hull stream");
    assertThat(targets(boat)).containsExactly(hull.id());

    b.follow("a[aria-label='Replace Hull stream']", null);
    b.click("label.choice:has(input[value$='/" + hull2.id() + "']) span", null);
    look("replace-contribution");
    b.follow("button", "Replace");
    assertThat(targets(boat)).containsExactly(hull2.id());
    assertThat(b.text(".with-action")).contains("changed");
    look("undo");
    b.follow("button", "Undo");
    assertThat(targets(boat)).containsExactly(hull.id());
    assertThat(b.text(".notice")).contains("undone");

    b.follow("button[aria-label='Remove Hull stream']", null);
    assertThat(targets(boat)).isEmpty();
    b.follow("button", "Undo");
    assertThat(targets(boat)).containsExactly(hull.id());
  }

  private static List<Long> targets(GlobalConfiguration one) {
    return CONFIGURATIONS.contributions(one.id()).stream()
        .map(Contribution::target)
        .map(target -> target.global())
        .toList();
  }

  @Test
  void createsBaselineAndStreamFromIt() throws IOException {
    GlobalConfiguration plane = PLANT.stream("Plane");
    GlobalConfiguration wing = PLANT.stream("Wing");
    PLANT.add(plane, wing, "a");
    Browser b = browser();
    b.open(page(plane));
    b.click("summary", "Create baseline");
    b.type("details[open] input[name=title]", "Plane 1.0");
    b.follow("details[open] button", "Create baseline");
    awaitBaseline(b);
    assertThat(b.text("h1")).contains("Plane 1.0", "Baseline");
    assertThat(b.text(".tree")).contains("Wing", "Baseline").doesNotContain("Stream");
    look("baseline");
    assertThat(b.text("main")).doesNotContain("Add a contribution");
    b.click("summary", "New stream");
    b.type("details[open] input[name=title]", "Plane 1.1");
    b.follow("details[open] button", "New stream");
    assertThat(b.text("h1")).contains("Plane 1.1", "Stream");
    assertThat(b.text(".tree")).contains("Wing");
  }

  private static void awaitBaseline(Browser b) {
    while (b.address().contains("/activity/")) {
      assertThat(b.text("h1")).isEqualTo("Creating a baseline");
      b.awaitPage();
    }
  }

  @Test
  void fillsAndCommitsStagingStream() throws IOException {
    GlobalConfiguration ship = PLANT.stream("Ship");
    GlobalConfiguration deck = PLANT.stream("Deck");
    PLANT.add(ship, deck, "a");
    long frozen = CONFIGURATIONS.ofComponent(deck.component(), Kind.BASELINE, 0, 1).getFirst().id();
    Browser b = browser();
    b.open(page(ship));
    b.click("summary", "New staging stream");
    b.follow("details[open] button", "New staging stream");
    assertThat(b.text("h1")).contains("Staging");
    b.follow("a[aria-label='Replace Deck']", null);
    b.click("label.choice:has(input[value$='/" + frozen + "']) span", null);
    b.follow("button", "Replace");
    look("staging");
    b.click("summary", "Commit as baseline");
    b.type("details[open] input[name=title]", "Ship 1.0");
    b.follow("details[open] button", "Commit as baseline");
    awaitBaseline(b);
    assertThat(b.text("h1")).contains("Ship 1.0", "Baseline");
    assertThat(b.text("dl")).contains("Baseline of");
  }

  @Test
  void conflictShowsReasonAndTypedText() throws IOException {
    GlobalConfiguration stream = PLANT.stream("Contended");
    Browser b = browser();
    b.open(page(stream) + "/edit");
    b.type("input[name=title]", "My long thought of title");
    CONFIGURATIONS.edit(stream.id(), null, new Edit("Theirs", null, List.of(), null, false));
    b.follow("button", "Save");
    look("conflict");
    assertThat(b.text("[role=alert]")).contains("Somebody else");
    assertThat(b.evaluate("document.querySelector('input[name=title]').value").asString())
        .isEqualTo("My long thought of title");
    b.follow("button", "Save");
    assertThat(b.text("h1")).startsWith("My long thought of title");
  }

  @Test
  void everythingCanBeReachedByTheKeyboard() {
    GlobalConfiguration stream = PLANT.stream("By keys");
    Browser b = browser();
    b.open(page(stream));
    b.press("Tab");
    assertThat(b.evaluate("document.activeElement.innerText").asString())
        .isEqualTo("Skip to content");
    b.press("Enter");
    assertThat(b.evaluate("location.hash").asString()).isEqualTo("#main");
    int steps = 0;
    while (!b.evaluate("document.activeElement.innerText").asString("").equals("Create baseline")) {
      b.press("Tab");
      steps++;
      assertThat(steps).isLessThan(15);
    }
    b.press("Space");
    assertThat(b.evaluate("document.querySelector('details').open").asBoolean()).isTrue();
    b.press("Tab");
    assertThat(b.evaluate("document.activeElement.name").asString()).isEqualTo("title");
    assertThat(b.evaluate("getComputedStyle(document.activeElement).outlineStyle").asString())
        .isEqualTo("solid");
    assertThat(b.evaluate(WITHOUT_LABEL).asInt()).as("fields without a label").isZero();
  }

  @Test
  void componentsAreListedInPages() throws IOException {
    for (int i = 0; i < 30; i++) {
      PLANT.component("Listed component %02d".formatted(i));
    }
    Browser b = browser();
    b.open(HOME + "/component?q=listed+component");
    look("components");
    assertThat(b.evaluate("document.querySelectorAll('tbody tr').length").asInt()).isEqualTo(25);
    b.follow("a[rel=next]", null);
    assertThat(b.evaluate("document.querySelectorAll('tbody tr').length").asInt()).isEqualTo(5);
    fitsAPhone();
    b.open(HOME);
    look("home");
    fitsAPhone();
  }

  @Test
  void dialogsFitAPhoneAndHaveLabels() throws IOException {
    PLANT.stream("Dialogued");
    Browser b = browser();
    for (String dialog :
        List.of(
            "select/configurations", "select/components", "create/component", "create/stream")) {
      b.open(SERVER.address() + "/gc/dialogs/" + dialog);
      look("dialog-" + dialog.replace('/', '-'));
      fitsAPhone();
      assertThat(b.evaluate(WITHOUT_LABEL).asInt()).as(dialog).isZero();
    }
    b.open(HOME + "/configuration/999999");
    look("error");
  }
}
