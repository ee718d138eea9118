-- What those who keep a title also keep, computed in the background; no row says how many they are.
create table recommendation (
  kind text not null check (kind in ('movie', 'series')),
  entity_id integer not null,
  recommended_id integer not null,
  position integer not null,
  primary key (kind, entity_id, recommended_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade,
  foreign key (kind, recommended_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index recommendation_by_recommended on recommendation (kind, recommended_id);

-- The round in which all recommendations are computed again, and the title that it has come to; null when it has ended.
create table recommendation_round (
  id integer primary key,
  began_at text not null,
  kind text,
  entity_id integer not null
);

-- The planner is told of 100,000 titles with 30 recommendations each.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('recommendation', 'recommendation', '3000000 1500000 30 1'),
  ('recommendation', 'recommendation_by_recommended', '3000000 1500000 30 1');

analyze sqlite_schema;
