-- Other orders of the episodes of a series. The groups of an order, and the episodes in them, are one statement: half
-- of one order and half of another are no order.
create table episode_group (
  kind text not null,
  entity_id integer not null,
  id text not null,
  name text not null,
  description text not null,
  type integer not null,
  network_id integer,
  groups {{json}} not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index episode_group_by_id on episode_group (id);

-- Episodes of a series that were shown in cinemas.
create table theatrical_screening (
  kind text not null,
  entity_id integer not null,
  episode_id integer not null references episode (id) on delete cascade,
  source_id text not null references source (id),
  primary key (kind, entity_id, episode_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index theatrical_screening_by_episode on theatrical_screening (episode_id);
