-- What a follower makes has a version, and is made anew for all records where that changes: up to which record that has
-- come, in the order of kinds and ids; null if nothing is being made anew.
alter table follower add column version integer not null default 1;
alter table follower add column rebuilt_kind text;
alter table follower add column rebuilt_id integer not null default 0;
