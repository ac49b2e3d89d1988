-- What a new tenant has before its first record. The ids are those of ReferenceData.id (FOLIO's own where it has some)
-- and the same in every tenant, so that generators and imports know them without asking.
insert into institution (tenant, id, details) values
  (:tenant, 'c1fe8d88-8ed8-3336-bd4c-8e0560a65a6e', '{"name": "main", "code": "main"}')
on conflict do nothing;
insert into campus (tenant, id, details) values
  (:tenant, 'd622b459-d633-38f4-b4b2-83616eee9e20', '{"name": "main", "code": "main", "institutionId": "c1fe8d88-8ed8-3336-bd4c-8e0560a65a6e"}')
on conflict do nothing;
insert into library (tenant, id, details) values
  (:tenant, '563eea1b-9eae-3a8d-b86f-0051d4183490', '{"name": "main", "code": "main", "campusId": "d622b459-d633-38f4-b4b2-83616eee9e20"}')
on conflict do nothing;
insert into service_point (tenant, id, details) values
  (:tenant, '684adf31-44cb-3716-ab74-6bb8859e2f85', '{"name": "Circ Desk 1", "code": "cd1", "discoveryDisplayName": "Circ Desk 1", "pickupLocation": true}'),
  (:tenant, '7c85f62b-8205-3905-b631-176aa897dfba', '{"name": "Circ Desk 2", "code": "cd2", "discoveryDisplayName": "Circ Desk 2", "pickupLocation": true}'),
  (:tenant, 'daf33e89-213b-394a-a843-b25756abef2d', '{"name": "Online", "code": "Online", "discoveryDisplayName": "Online", "pickupLocation": false}')
on conflict do nothing;
insert into location (tenant, id, details)
select :tenant, id::uuid, jsonb_build_object('name', name, 'code', name, 'isActive', true,
  'institutionId', 'c1fe8d88-8ed8-3336-bd4c-8e0560a65a6e', 'campusId', 'd622b459-d633-38f4-b4b2-83616eee9e20',
  'libraryId', '563eea1b-9eae-3a8d-b86f-0051d4183490', 'primaryServicePoint', '684adf31-44cb-3716-ab74-6bb8859e2f85')
from (values
  ('4432828d-58d0-353b-927a-50720d1dae30', 'main/stacks'),
  ('95234654-ab50-3fb3-a0ed-c0b551806204', 'main/annex'),
  ('3fe63c52-676c-3af9-a083-58a3d4b92699', 'main/reserve')) l (id, name)
on conflict do nothing;
insert into material_type (tenant, id, details) values
  (:tenant, 'da257f15-6fbf-36b7-8641-a735e91c410d', '{"name": "book"}'),
  (:tenant, 'ae714d39-8a81-3dff-b679-c3819c67e585', '{"name": "dvd"}'),
  (:tenant, '3d62b6a9-058a-3762-a408-36d144673ae9', '{"name": "journal"}')
on conflict do nothing;
insert into loan_type (tenant, id, details) values
  (:tenant, '230e4f54-9889-36f3-87bb-58dd8501a96e', '{"name": "Can circulate"}')
on conflict do nothing;
insert into patron_group (tenant, id, details) values
  (:tenant, '9806e944-96ab-3871-b3ce-0a6e049e3c18', '{"group": "faculty"}'),
  (:tenant, '5014afce-4729-3844-b607-9112bd786db8', '{"group": "graduate"}'),
  (:tenant, '23059d04-76d8-3447-9902-e9897cc10691', '{"group": "staff"}'),
  (:tenant, 'da8056d0-dc5c-33a9-9196-de8a99151335', '{"group": "undergrad"}')
on conflict do nothing;
insert into loan_policy (tenant, id, details)
select :tenant, id::uuid, jsonb_build_object('name', name, 'loanable', loanable, 'renewable', true,
  'loansPolicy', jsonb_build_object('profileId', 'Rolling', 'period', jsonb_build_object('duration', days, 'intervalId', 'Days'))) || '{
  "renewalsPolicy": {"unlimited": true, "renewFromId": "CURRENT_DUE_DATE"},
  "requestManagement": {
    "recalls": {
      "minimumGuaranteedLoanPeriod": {"duration": 7, "intervalId": "Days"},
      "recallReturnInterval": {"duration": 1, "intervalId": "Days"}},
    "holds": {"renewItemsWithRequest": true}}}'
from (values
  ('da1492a6-5007-3cac-bc2f-c48f68a537c3', 'Three weeks', true, 21),
  ('56455760-007f-3217-94ec-2e25b06f07d9', 'Not loanable', false, 1)) p (id, name, loanable, days)
on conflict do nothing;
insert into request_policy (tenant, id, details) values
  (:tenant, '9bfac292-598e-381f-b766-ec6bcad69b0d', '{"name": "Allow all", "requestTypes": ["Hold", "Page", "Recall"]}')
on conflict do nothing;
insert into notice_policy (tenant, id, details) values
  (:tenant, '0d47ee6a-fe57-367a-a836-f43d6d7eb862', '{"name": "No notices", "active": true}')
on conflict do nothing;
insert into overdue_fine_policy (tenant, id, details) values
  (:tenant, '1c72c4ce-99d8-3aef-8766-0b599b3313b0', '{"name": "No fines"}')
on conflict do nothing;
insert into lost_item_fee_policy (tenant, id, details) values
  (:tenant, 'a2c7045f-1789-3fe4-a072-645b38395f99', '{"name": "No fees"}')
on conflict do nothing;
insert into patron_block_condition (tenant, id, details)
select :tenant, id::uuid, jsonb_build_object('name', name, 'valueType', type, 'blockBorrowing', false,
  'blockRenewals', false, 'blockRequests', false, 'message', '')
from (values
  ('3d7c52dc-c732-4223-8bf8-e5917801386f', 'Maximum number of items charged out', 'Integer'),
  ('72b67965-5b73-4840-bc0b-be8f3f6e047e', 'Maximum number of lost items', 'Integer'),
  ('584fbd4f-6a34-4730-a6ca-73a6a6a9d845', 'Maximum number of overdue items', 'Integer'),
  ('e5b45031-a202-4abb-917b-e1df9346fe2c', 'Maximum number of overdue recalls', 'Integer'),
  ('cf7a0d5f-a327-4ca1-aa9e-dc55ec006b8a', 'Maximum outstanding fee/fine balance', 'Double'),
  ('08530ac4-07f2-48e6-9dda-a97bc2bf7053', 'Recall overdue by maximum number of days', 'Integer')) c (id, name, type)
on conflict do nothing;
insert into circulation_line (tenant, line, rank, letters, conditions, loan_policy_id, request_policy_id, notice_policy_id,
  overdue_fine_policy_id, lost_item_fee_policy_id)
values (:tenant, 2, 0, '', '[]', 'da1492a6-5007-3cac-bc2f-c48f68a537c3', '9bfac292-598e-381f-b766-ec6bcad69b0d',
  '0d47ee6a-fe57-367a-a836-f43d6d7eb862', '1c72c4ce-99d8-3aef-8766-0b599b3313b0', 'a2c7045f-1789-3fe4-a072-645b38395f99')
on conflict do nothing;
-- The last one: a tenant that has rules has all the above, and what its administrator deletes does not come back.
insert into circulation_rules (tenant, rules) values (:tenant, 'priority: t, s, c, b, a, m, g
fallback-policy: l da1492a6-5007-3cac-bc2f-c48f68a537c3 r 9bfac292-598e-381f-b766-ec6bcad69b0d n 0d47ee6a-fe57-367a-a836-f43d6d7eb862 o 1c72c4ce-99d8-3aef-8766-0b599b3313b0 i a2c7045f-1789-3fe4-a072-645b38395f99')
on conflict do nothing
