package org.reprise.content.cmis;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Map;
import org.reprise.content.object.Folders;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The one repository: what it says of itself (CMIS 1.1, section 2.2.2.2). */
final class Repository {
  static final String ID = "reprise";

  /** Who may do what: roles are the principals, and all objects are alike. */
  static final Map<String, Object> ACL = read("/cmis/acl.json");

  private static final Map<String, Object> CONSTANTS = read("/cmis/repository.json");

  private Repository() {}

  static Map<String, Object> read(String resource) {
    return JsonMapper.shared()
        .readValue(
            requireNonNull(Repository.class.getResourceAsStream(resource)),
            new TypeReference<>() {});
  }

  /** Returns the repository's description as JSON, by the URL under which the caller came to it. */
  static Map<String, Object> info(String url, String latestChange) {
    Map<String, Object> json = new LinkedHashMap<>(CONSTANTS);
    json.put("repositoryId", ID);
    json.put("rootFolderId", Folders.ROOT);
    json.put("latestChangeLogToken", latestChange);
    json.put("repositoryUrl", url);
    json.put("rootFolderUrl", url + "/root");
    return json;
  }
}
