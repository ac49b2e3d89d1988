package org.reprise.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reprise.load.measure.Phase;
import org.reprise.load.report.Plot.Drawing;
import org.reprise.load.report.Plot.Point;

class PlotTest {
  @Test
  void drawsAChartWithoutReadings() {
    Plot plot = plot(false, List.of()).phases(List.of(new Phase("10/s", 0, 5)));

    assertThat(plot.line("none", 0, false, List.of()).isEmpty()).isTrue();
    assertThat(plot.drawn().description()).isEqualTo("no readings");
    assertThat(plot.drawn().areas()).hasSize(1);
  }

  @Test
  void drawsZerosOnALinearAxisAndLeavesThemOutOnALogarithmicOne() {
    List<Point> points = List.of(new Point(1, 0), new Point(10, 5));

    assertThat(
            plot(false, List.of()).line("a", 0, false, points).drawn().lines().getFirst().marks())
        .hasSize(2);
    assertThat(plot(true, List.of()).line("a", 0, false, points).drawn().lines().getFirst().marks())
        .hasSize(1);
  }

  @Test
  void tellsTenSeriesApartByColourAndSeveralByFormToo() {
    Plot plot = plot(false, List.of());
    IntStream.range(0, 12)
        .forEach(i -> plot.line("s" + i, i, false, List.of(new Point(0, i), new Point(1, i))));
    Drawing drawing = plot.drawn();

    assertThat(drawing.keys()).extracting(Plot.Key::classes).doesNotHaveDuplicates().hasSize(12);
    assertThat(drawing.keys())
        .extracting(Plot.Key::path)
        .containsAll(drawing.keys().stream().limit(5).map(Plot.Key::path).toList());
    assertThat(drawing.keys().stream().map(Plot.Key::path).distinct()).hasSize(5);
  }

  @Test
  void drawsPublishedBesideMeasured() {
    Drawing drawing =
        plot(false, List.of())
            .line("links", 0, true, List.of(new Point(30, 3492), new Point(60, 6936)))
            .line("links", 0, false, List.of(new Point(30, 3400), new Point(60, 6800)))
            .drawn();

    assertThat(drawing.keys())
        .extracting(Plot.Key::title)
        .containsExactly("links, report", "links");
    assertThat(drawing.lines())
        .extracting(Plot.Line::classes)
        .containsExactly("series c0 published", "series c0");
    assertThat(drawing.ticksAcross().stream().map(it -> it.lines().getFirst().text()))
        .containsExactly("30", "60");
    assertThat(drawing.description()).contains("links, report: 30 users 3,492, 60 users 6,936");
  }

  @Test
  void writesNamesOfPlacesInTwoLines() {
    Drawing drawing =
        plot(false, List.of("alone, split off", "in parallel, split off"))
            .line("refresh", 0, false, List.of(new Point(0, 8.5), new Point(1, 17.7)))
            .drawn();

    assertThat(drawing.ticksAcross().getFirst().lines())
        .extracting(Plot.TickLine::text)
        .containsExactly("alone", "split off");
  }

  private static Plot plot(boolean logarithmic, List<String> names) {
    return new Plot("chart", "Chart", "users", "links/h", logarithmic, names);
  }
}
