package org.reprise.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reprise.load.measure.Stretch;
import org.reprise.load.report.Plot.Point;
import org.reprise.load.report.Plot.Series;

class PlotTest {
  @Test
  void drawsAChartWithoutReadings() {
    Plot plot =
        Plot.overTime(
            "id",
            "Chart",
            "/s",
            List.of(new Stretch("10/s", 0, 5)),
            List.of(new Series("none", 0, false, List.of())));

    assertThat(plot.series()).isEmpty();
    assertThat(plot.description()).isEqualTo("no readings");
    assertThat(plot.areas()).hasSize(1);
  }

  @Test
  void drawsZerosOnALinearAxisAndLeavesThemOutOnALogarithmicOne() {
    var series = new Series("a", 0, false, List.of(new Point(1, 0), new Point(10, 5)));

    assertThat(plot(false, List.of(), series).lines().getFirst().places()).hasSize(2);
    assertThat(plot(true, List.of(), series).lines().getFirst().places()).hasSize(1);
  }

  @Test
  void tellsTenSeriesApartByColourAndByForm() {
    Plot plot =
        plot(
            false,
            List.of(),
            IntStream.range(0, 12)
                .mapToObj(
                    i -> new Series("s" + i, i, false, List.of(new Point(0, i), new Point(1, i))))
                .toArray(Series[]::new));

    assertThat(plot.keys()).extracting(Series::classes).doesNotHaveDuplicates().hasSize(12);
    assertThat(plot.keys().stream().limit(10).map(Series::form)).doesNotHaveDuplicates();
  }

  @Test
  void drawsPublishedBesideMeasured() {
    Plot plot =
        plot(
            false,
            List.of(),
            new Series("links", 0, true, List.of(new Point(30, 3492), new Point(60, 6936))),
            new Series("links", 0, false, List.of(new Point(30, 3400), new Point(60, 6800))));

    assertThat(plot.keys()).extracting(Series::name).containsExactly("links, report", "links");
    assertThat(plot.keys()).extracting(Series::classes).containsExactly("c0 published", "c0");
    assertThat(plot.ticksAcross().stream().map(it -> it.lines().getFirst()))
        .containsExactly("30", "60");
    assertThat(plot.description()).contains("links, report: 30 users 3,492, 60 users 6,936");
    assertThat(plot.lines().getFirst().places().getFirst().tip())
        .isEqualTo("links, report, 30 users: 3,492 links/h");
  }

  @Test
  void drawsAveragesOfManyPointsWithoutMarks() {
    var points = IntStream.range(0, 1000).mapToObj(i -> new Point(i, i % 2)).toList();
    var line = plot(false, List.of(), new Series("a", 0, false, points)).lines().getFirst();

    assertThat(line.marked()).isFalse();
    assertThat(line.places()).hasSizeBetween(200, 400);
  }

  @Test
  void writesNamesOfPlacesInTwoLines() {
    Plot plot =
        plot(
            true,
            List.of("alone, split off", "in parallel, split off"),
            new Series("refresh", 0, false, List.of(new Point(0, 8.5), new Point(1, 17.7))));

    assertThat(plot.ticksAcross().getFirst().lines()).containsExactly("alone", "split off");
    assertThat(plot.lines().getFirst().places()).hasSize(2);
  }

  private static Plot plot(boolean logarithmic, List<String> names, Series... series) {
    return new Plot(
        "chart",
        "Chart",
        "users",
        "links/h",
        "",
        logarithmic && names.isEmpty(),
        logarithmic,
        names,
        List.of(),
        List.of(series));
  }
}
