package org.reprise.cps.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opendaylight.yangtools.yang.common.QName;
import org.opendaylight.yangtools.yang.data.api.schema.ContainerNode;
import org.opendaylight.yangtools.yang.model.api.EffectiveModelContext;
import org.opendaylight.yangtools.yang.model.util.SchemaInferenceStack;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DevicesTest {

  private static EffectiveModelContext context;

  @BeforeAll
  static void parseModule() throws Exception {
    context = YangTrees.context(Devices.yangModules());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 399, 70_000, Integer.MAX_VALUE})
  void aDeviceIsValidAndHas86FragmentsThreeLevelsDeep(int index) {
    ContainerNode devices = parse(Devices.device(index));
    assertThat(YangTrees.fragmentsBelow(devices))
        .isEqualTo(Devices.FRAGMENTS_PER_DEVICE)
        .isEqualTo(86);
    assertThat(YangTrees.depthBelow(devices)).isEqualTo(3);
  }

  @Test
  void aDeviceHasTenChildListsOfTwoToTenEntries() {
    JsonNode device = read(Devices.device(0)).get(0);
    List<Integer> sizes =
        device
            .valueStream()
            .filter(child -> child.isArray() && child.get(0).isObject())
            .map(JsonNode::size)
            .toList();
    assertThat(sizes).hasSize(10).allMatch(size -> size >= 2 && size <= 10);
  }

  @Test
  void devicesAreCountedFromTheIndexGivenAndEachIsTheSameAsAlone() {
    JsonNode devices = read(Devices.devices(40, 5));
    assertThat(devices).hasSize(5);
    for (int i = 0; i < 5; i++) {
      assertThat(devices.get(i)).isEqualTo(read(Devices.device(40 + i)).get(0));
      assertThat(devices.get(i).get("name").asString()).isEqualTo(Devices.name(40 + i));
    }
    assertThat(YangTrees.fragmentsBelow(parse(Devices.devices(40, 5))))
        .isEqualTo(5 * Devices.FRAGMENTS_PER_DEVICE);
  }

  @Test
  void vlansNameInterfacesOfTheirDevice() {
    JsonNode device = read(Devices.device(3)).get(0);
    Set<String> interfaces = new HashSet<>();
    device.get("interface").forEach(one -> interfaces.add(one.get("name").asString()));
    assertThat(device.get("vlan"))
        .allSatisfy(vlan ->
            assertThat(vlan.get("member").valueStream().map(JsonNode::asString))
                .isNotEmpty()
                .isSubsetOf(interfaces));
  }

  @Test
  void theSchemaRefusesValuesOutOfType() {
    String device = Devices.device(0);
    assertThat(catchThrowable(() -> parse(device.replace("\"9007199254740993\"", "\"-1\""))))
        .isNotNull();
    assertThat(
            catchThrowable(
                () -> parse(device.replace("\"severity\":\"minor\"", "\"severity\":\"tiny\""))))
        .hasMessageContaining("tiny");
    assertThat(catchThrowable(() -> parse(device.replace("\"37.5\"", "\"100.1\"")))).isNotNull();
  }

  @Test
  void theEmptyTreeIsOneFragment() {
    var root = SchemaInferenceStack.of(context).toInference();
    assertThat(YangTrees.fragmentsBelow(YangTrees.parse(context, root, Devices.EMPTY_TREE)))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"-1, 1", "0, 0", "2147483647, 2"})
  void indexesOutOfBoundsAreRefused(int from, int count) {
    assertThatThrownBy(() -> Devices.devices(from, count))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(from + " and " + count);
  }

  private static ContainerNode parse(String json) {
    QName devices = QName.create("urn:reprise:devices", "2026-11-21", "devices");
    return YangTrees.parse(
        context, SchemaInferenceStack.ofDataTreePath(context, devices).toInference(), json);
  }

  private static JsonNode read(String json) {
    return JsonMapper.shared().readTree(json).get("reprise-devices:device");
  }
}
