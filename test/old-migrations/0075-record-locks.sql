-- What moderators have locked: a record, or a field, text or part of it by its name; `place` is empty for all of it.
create table record_lock (
  id {{identity}},
  kind text not null,
  entity_id bigint not null,
  place text not null,
  -- Whom it keeps from editing.
  locked_for text not null check (locked_for in ('new_members', 'members')),
  reason text not null,
  locked_by bigint not null,
  at text not null,
  -- Null: until a moderator removes it.
  ends_at text
);
create unique index record_lock_by_place on record_lock (kind, entity_id, place);
create index record_lock_by_end on record_lock (ends_at) where ends_at is not null;
