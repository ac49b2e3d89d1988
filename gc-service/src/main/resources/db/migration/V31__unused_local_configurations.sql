-- Whether anything refers to an application's configuration is asked when those that are not used are removed.
create index activity_step_stream on activity_step (stream);
create index activity_step_baseline on activity_step (baseline);
