-- The planner would plan the trigger's statement for each anchor anew, which takes as long as deleting its fragments:
-- it takes the general plan for dearer than it is. That plan has to use the primary key also where it is made on an
-- empty table.
alter function take_fragments_along() set plan_cache_mode = force_generic_plan;
alter function take_fragments_along() set enable_seqscan = off;
