package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.anchor.WriteLimits;
import org.reprise.cps.data.DataNodes;
import org.reprise.cps.delta.Grouping;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fault.InvalidRequest;
import org.reprise.cps.fault.Missing;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.payload.Uncounted;
import org.reprise.cps.query.CompositeQuery;
import org.reprise.cps.read.ReadLimits;
import org.reprise.cps.schema.SchemaLimits;
import org.reprise.cps.schema.SchemaSetNotFound;
import org.reprise.cps.schema.YangSources;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.util.unit.DataSize;

/** Operations between whose statements another one changes what they read. */
class InterruptedOperationsIT {
  private static final long LIMIT_SECONDS = 300;
  private static final String LOCK = "for no key update of a";
  private static final Database DATABASE = TestDatabase.freshDatabase();
  private static final HikariDataSource POOL = pool();
  private static final CountedStatements STATEMENTS = new CountedStatements(POOL);
  private static final CpsStore STORE = CpsStore.open(STATEMENTS.dataSource());
  private static final CpsStore OTHER = new CpsStore(POOL);

  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final String dataspace = CpsServer.freshName("dataspace");
  private final AnchorRef anchor = new AnchorRef(dataspace, "a");

  private static HikariDataSource pool() {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(DATABASE.jdbcUrl());
    pool.setUsername(DATABASE.username());
    pool.setPassword(DATABASE.password());
    return pool;
  }

  @AfterAll
  static void close() {
    POOL.close();
  }

  @BeforeEach
  void prepare() {
    STORE.dataspaces().create(dataspace);
    STORE.schemaSets().create(dataspace, "trees", TestModules.trees());
    STORE.anchors().create(dataspace, "trees", "a");
    STORE.dataNodes().create(anchor, "/", forest(1));
    STATEMENTS.forget();
  }

  @AfterEach
  void theTestsActionWasRun() {
    callers.close();
    assertThat(STATEMENTS.interrupted()).isTrue();
  }

  private static Payload json(String text) {
    return Payload.json(text.replace('\'', '"'));
  }

  private static Payload forest(int number) {
    return json(
        "{'forest':{'owner':'o%1$d','tree':[{'name':'t','number':%1$d}]}}".formatted(number));
  }

  private static Payload trees(int number) {
    return json("{'tree':[{'name':'t','number':%d}]}".formatted(number));
  }

  private static YangSources module(String name, String content) {
    String text = "module %1$s { namespace urn:%1$s; prefix p; %2$s }".formatted(name, content);
    return new YangSources(Map.of(name + ".yang", text));
  }

  @Test
  void aCombinedQueryReadsTheDataOfOneMoment() {
    CompositeQuery owned =
        new CompositeQuery(
            "/forest",
            CompositeQuery.Operator.AND,
            List.of(
                new CompositeQuery("//tree[@number=1]", CompositeQuery.Operator.AND, List.of())));
    STATEMENTS.before("as match", () -> OTHER.dataNodes().replace(anchor, "/", forest(2)));

    List<DataNode> found = STORE.queries().query(anchor, owned, Descendants.ALL);

    assertThat(found)
        .singleElement()
        .satisfies(forest -> {
          assertThat(forest.leaves()).containsEntry("owner", "o1");
          assertThat(forest.children()).hasSize(1);
        });
  }

  @Test
  void aDeltaComparesTheDataOfOneMoment() {
    AnchorRef target = new AnchorRef(dataspace, "b");
    STORE.anchors().create(dataspace, "trees", "b");
    STORE.dataNodes().create(target, "/", forest(1));
    // The second of the two reads of fragments: the first has passed when the target is looked up.
    STATEMENTS.before(
        "from fragment",
        () ->
            STATEMENTS.before(
                "from fragment",
                () -> {
                  OTHER.dataNodes().replace(anchor, "/", forest(2));
                  OTHER.dataNodes().replace(target, "/", forest(2));
                }));

    assertThat(STORE.deltas().between(anchor, target, "/", Descendants.ALL, Grouping.EACH).deltas())
        .isEmpty();
  }

  @Test
  void aSchemaSetThatIsDeletedBeforeItIsReadIsNotFound() {
    CpsStore fresh = new CpsStore(STATEMENTS.dataSource());
    // No other schema set has these sources.
    STORE.schemaSets().create(dataspace, "only", module(dataspace, "container c;"));
    STORE.anchors().create(dataspace, "only", "b");
    STATEMENTS.before(
        "file_names",
        () -> {
          OTHER.anchors().delete(dataspace, "b");
          OTHER.schemaSets().delete(dataspace, "only");
        });
    AnchorRef last = new AnchorRef(dataspace, "b");
    assertThatExceptionOfType(SchemaSetNotFound.class)
        .isThrownBy(() -> fresh.dataNodes().read(last, "/", Descendants.ALL));
  }

  @Test
  void aDeltaParsesNoSchemaWhileItHoldsAConnection() {
    AnchorRef target = new AnchorRef(dataspace, "b");
    STORE.anchors().create(dataspace, "trees", "b");
    STORE.dataNodes().create(target, "/", forest(1));
    SchemaLimits limits =
        new SchemaLimits(200_000, DataSize.ofBytes(0), Duration.ofSeconds(10), Duration.ofHours(1));
    CpsStore fresh =
        new CpsStore(
            STATEMENTS.dataSource(),
            limits,
            ReadLimits.DEFAULT,
            WriteLimits.DEFAULT,
            bytes -> true);
    // The cache holds only the newest.
    STATEMENTS.before("from fragment", () -> fresh.schemaSets().parse(module("newer", "")));
    STATEMENTS.forget();

    assertThat(fresh.deltas().between(anchor, target, "/", Descendants.ALL, Grouping.EACH).deltas())
        .isEmpty();

    List<String> seen = STATEMENTS.seen();
    assertThat(seen).filteredOn(sql -> sql.contains("file_names")).hasSize(1);
    assertThat(seen.stream().dropWhile(sql -> !sql.contains("from fragment")))
        .noneMatch(sql -> sql.contains("file_names"));
  }

  @Test
  void writersOfAnAnchorLookItUpWithoutWaitingForEachOther() {
    CpsStore fresh = new CpsStore(STATEMENTS.dataSource());
    STATEMENTS.before(
        "select a.id, s.digest",
        () -> await(callers.submit(() -> fresh.dataNodes().replace(anchor, "/", forest(2)))));

    fresh.dataNodes().replace(anchor, "/", forest(3));

    assertThat(OTHER.dataNodes().read(anchor, "/forest", Descendants.NONE).getFirst().leaves())
        .containsEntry("owner", "o3");
  }

  private interface Write {
    void to(DataNodes nodes, AnchorRef anchor);
  }

  static Stream<Arguments> writes() {
    Write create = (nodes, to) -> nodes.create(to, "/forest", trees(2));
    Write createEntries = (nodes, to) -> nodes.createListElements(to, "/forest", trees(2));
    Write replace = (nodes, to) -> nodes.replace(to, "/forest", trees(2));
    Write replaceContent = (nodes, to) -> nodes.replaceListContent(to, "/forest", trees(2));
    Write update = (nodes, to) -> nodes.update(to, "/forest", trees(1));
    Write leaf = (nodes, to) -> nodes.update(to, "/forest", json("{'owner':'me'}"));
    Write delete = (nodes, to) -> nodes.delete(to, "/forest/tree[@name='t' and @number='1']");
    return Stream.of(
        Arguments.of("POST", create),
        Arguments.of("POST of list-nodes", createEntries),
        Arguments.of("PUT", replace),
        Arguments.of("PUT of list-nodes", replaceContent),
        Arguments.of("PATCH", update),
        Arguments.of("PATCH of a leaf", leaf),
        Arguments.of("DELETE", delete));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("writes")
  void aWriteIsCheckedAgainstTheSchemaSetThatTheLockedAnchorHas(String what, Write write) {
    YangSources other = module("o", "container forest { leaf x { type string; } }");
    STORE.schemaSets().create(dataspace, "other", other);
    // An anchor with other modules takes the name, with data where the write goes.
    Runnable change =
        () -> {
          OTHER.anchors().delete(dataspace, "a");
          OTHER.anchors().create(dataspace, "other", "a");
          OTHER.dataNodes().create(anchor, "/", json("{'forest':{'x':'y'}}"));
        };
    STATEMENTS.before("for no key update", change);

    assertThatThrownBy(() -> write.to(STORE.dataNodes(), anchor))
        .isInstanceOfAny(InvalidRequest.class, Missing.class);

    assertThat(OTHER.dataNodes().read(anchor, "/", Descendants.ALL))
        .singleElement()
        .satisfies(forest -> {
          assertThat(forest.leaves()).containsOnlyKeys("x");
          assertThat(forest.children()).isEmpty();
        });
  }

  @Test
  void aPayloadIsReadAgainForAnotherSchemaSet() {
    Write patch = (nodes, to) -> nodes.update(to, "/forest", json("{'owner':'me'}"));
    Map<String, String> more = new HashMap<>(TestModules.trees().byFileName());
    more.putAll(module("more", "").byFileName());
    STORE.schemaSets().create(dataspace, "more", new YangSources(more));
    STATEMENTS.before(
        LOCK,
        () -> {
          OTHER.anchors().delete(dataspace, "a");
          OTHER.anchors().create(dataspace, "more", "a");
          OTHER.dataNodes().create(anchor, "/", forest(7));
        });

    patch.to(STORE.dataNodes(), anchor);

    assertThat(STORE.dataNodes().read(anchor, "/forest", Descendants.NONE).getFirst().leaves())
        .containsEntry("owner", "me");
  }

  @Test
  void aPayloadIsReadBeforeTheAnchorIsLocked() {
    Payload invalid = json("{'forest':{'nothing':1}}");
    DataNodes nodes = STORE.dataNodes();
    List<Runnable> writes =
        List.of(
            () -> nodes.create(anchor, "/", invalid),
            () -> nodes.createListElements(anchor, "/", invalid),
            () -> nodes.replace(anchor, "/", invalid),
            () -> nodes.replaceListContent(anchor, "/", invalid),
            () -> nodes.update(anchor, "/", invalid));
    for (Runnable write : writes) {
      assertThatExceptionOfType(InvalidData.class).isThrownBy(write::run);
    }
    assertThat(STATEMENTS.seen()).noneMatch(sql -> sql.contains("for no key update"));
  }

  @Test
  void writersDoNotWaitForAnotherWhosePayloadIsBeingRead() {
    DataNodes nodes = STORE.dataNodes();
    // More payloads at once than writers go to the database at once.
    nodes.change(
        anchor,
        0,
        Uncounted.nodes(),
        first -> {
          nodes.change(
              anchor,
              0,
              Uncounted.nodes(),
              second -> {
                nodes.change(
                    anchor,
                    0,
                    Uncounted.nodes(),
                    third -> {
                      await(
                          callers.submit(
                              () -> OTHER.dataNodes().create(anchor, "/forest", trees(2))));
                      await(callers.submit(() -> nodes.create(anchor, "/forest", trees(3))));
                    });
              });
        });
    assertThat(nodes.read(anchor, "/forest/tree", Descendants.NONE)).hasSize(3);
  }

  private static void await(Future<?> write) {
    try {
      write.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("a writer waits for another one", e);
    }
  }
}
