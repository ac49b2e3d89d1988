package org.reprise.load;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * Measuring knows nothing of judging, judging nothing of showing, and what is recorded nothing of
 * either.
 */
@AnalyzeClasses(packages = "org.reprise.load", importOptions = ImportOption.DoNotIncludeTests.class)
class JudgingArchitectureTest {
  @ArchTest
  static final ArchRule packagesFormNoCircle =
      slices().matching("org.reprise.load.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule figuresAndRecordsAreJudgedByNobodyBelowTheJudge =
      noClasses()
          .that()
          .resideInAnyPackage("..load.baseline..", "..load.run..", "..load.measure..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..load.judge..", "..load.report..");

  @ArchTest
  static final ArchRule theJudgeShowsNothing =
      noClasses()
          .that()
          .resideInAPackage("..load.judge..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..load.report..");
}
