package org.reprise.load;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The engine knows no system, and no system another; only the registry names them. What two systems
 * of one report have in common ({@code clm}) is a part of both.
 */
@AnalyzeClasses(packages = "org.reprise.load", importOptions = ImportOption.DoNotIncludeTests.class)
class SystemsArchitectureTest {
  private static final String[] SYSTEMS = {
    "..load.cps..",
    "..load.ebms..",
    "..load.lists..",
    "..load.ldx..",
    "..load.gc..",
    "..load.clm..",
    "..load.content.."
  };

  /** Words that only one system means something by. */
  private static final Pattern OF_A_SYSTEM =
      Pattern.compile("(?i).*(cps|ebms|fql|anchor|digikoppeling|folio|desk|pong|ldx|oslc).*");

  @ArchTest
  static final ArchRule onlyTheRegistryNamesSystems =
      noClasses()
          .that()
          .resideOutsideOfPackages(SYSTEMS)
          .and()
          .doNotHaveFullyQualifiedName("org.reprise.load.cli.Systems")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(SYSTEMS);

  @ArchTest
  static final ArchRule noSystemKnowsAnother =
      slices()
          .matching("org.reprise.load.(cps|ebms|lists|ldx|gc|content)..")
          .should()
          .notDependOnEachOther();

  @ArchTest
  static final ArchRule namesOfTheCoreHaveNoWordOfASystem =
      com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes()
          .that()
          .resideOutsideOfPackages(SYSTEMS)
          .should(haveNoNameWithAWordOfASystem());

  private static ArchCondition<JavaClass> haveNoNameWithAWordOfASystem() {
    return new ArchCondition<>("have no name with a word of a system") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        Stream.concat(
                Stream.of(type.getSimpleName()),
                type.getMembers().stream().map(JavaMember::getName))
            .filter(name -> !name.contains("$") && OF_A_SYSTEM.matcher(name).matches())
            .forEach(name ->
                events.add(
                    SimpleConditionEvent.violated(
                        type, "%s in %s".formatted(name, type.getName()))));
      }
    };
  }
}
