package org.reprise.content.object;

import java.util.Map;
import java.util.UUID;

/** What a folder holds: another folder, or a document by its latest version. */
public sealed interface Entry permits Folder, Version {
  UUID id();

  String name();

  String type();

  Audit audit();

  Map<String, Object> properties();
}
