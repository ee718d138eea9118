-- What people watched, and when: movies and episodes, each as often as somebody watched it. Seasons and series are
-- their episodes.
create table watched (
  account_id bigint not null references account (id) on delete cascade,
  kind text not null check (kind in ('movie', 'episode')),
  entity_id integer not null,
  -- The moment; noon UTC where only the day is known.
  watched_at text not null,
  -- The day where the person was, by which the diary goes.
  watched_on text not null,
  -- The series of an episode, so that all series of a person are found without their episodes.
  series_id integer,
  created_at text not null,
  primary key (account_id, kind, entity_id, watched_at),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index watched_by_day on watched (account_id, watched_on, watched_at, kind, entity_id);
create index watched_by_series on watched (account_id, series_id, watched_at);
create index watched_by_record on watched (kind, entity_id);
