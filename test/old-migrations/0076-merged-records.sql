-- Records that are gone on purpose: merged into another one, for which their ids go on answering, or deleted, so that
-- no source of a lower rank makes them anew. A merged season or episode also answers where it was.
create table gone_record (
  kind text not null,
  id integer not null,
  -- The record that it was merged into; null if it was deleted.
  into_id integer,
  source_id text not null references source (id),
  series_id integer,
  season_number integer,
  episode_number integer,
  primary key (kind, id)
) {{without_rowid}};
create index gone_record_by_place on gone_record (series_id, season_number, episode_number)
  where series_id is not null;

-- Ids in other systems of merged records, where the survivor has another one: they go on finding it.
create table merged_external_id (
  kind text not null,
  entity_id integer not null,
  external_source text not null,
  value text not null,
  primary key (kind, entity_id, external_source),
  foreign key (kind, entity_id) references gone_record (kind, id) on delete cascade
) {{without_rowid}};
create index merged_external_id_by_value on merged_external_id (external_source, value);

-- What people kept of records that are gone, and comes back with them. `kept` is the table, `entry` its row.
create table kept_aside (
  id {{identity}},
  kind text not null,
  entity_id integer not null,
  kept text not null,
  account_id bigint references account (id) on delete cascade,
  guest_id bigint references guest_session (id) on delete cascade,
  list_id integer references user_list (id) on delete cascade,
  -- `aside`: it is nowhere else. `moved`: it went to the survivor. `behind`: the survivor's own, which a newer one of
  -- the merged record `behind_id` took the place of.
  state text not null check (state in ('aside', 'moved', 'behind')),
  behind_id integer,
  entry {{json}} not null
);
create index kept_aside_by_record on kept_aside (kind, entity_id, kept);
create index kept_aside_behind on kept_aside (kind, behind_id, kept) where behind_id is not null;
create index kept_aside_by_account on kept_aside (account_id) where account_id is not null;
create index kept_aside_by_guest on kept_aside (guest_id) where guest_id is not null;
create index kept_aside_by_list on kept_aside (list_id) where list_id is not null;

