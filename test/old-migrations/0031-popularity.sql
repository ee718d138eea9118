-- `popularity` is what replies and orders show: what a source states, or else a start from the facts of the record, and
-- on top of it what is counted here. The three are apart, so that neither an import nor a count takes another away.
alter table movie add column stated_popularity float8 not null default 0;
alter table movie add column start_popularity float8 not null default 0;
alter table movie add column counted_popularity float8 not null default 0;
alter table series add column stated_popularity float8 not null default 0;
alter table series add column start_popularity float8 not null default 0;
alter table series add column counted_popularity float8 not null default 0;
alter table person add column stated_popularity float8 not null default 0;
alter table person add column start_popularity float8 not null default 0;
alter table person add column counted_popularity float8 not null default 0;
update movie set stated_popularity = popularity where popularity <> 0;
update series set stated_popularity = popularity where popularity <> 0;
update person set stated_popularity = popularity where popularity <> 0;
update field_source set key = 'stated_popularity' where key = 'popularity';
update record set stated_zeros = replace(stated_zeros, 'popularity', 'stated_popularity')
where stated_zeros like '%popularity%';

-- What people asked for on a day. Nothing here says who.
create table popularity_signal (
  kind text not null,
  entity_id integer not null,
  day text not null,
  signal text not null,
  times integer not null,
  primary key (kind, entity_id, day, signal),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};

-- The points of past days, each halved again and again, as they were at the beginning of the day `as_of`.
create table interest (
  kind text not null,
  entity_id integer not null,
  as_of text not null,
  day_points float8 not null,
  week_points float8 not null,
  long_points float8 not null,
  -- What the record shows of it.
  counted float8 not null,
  primary key (kind, entity_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};

-- What is trending: as many places as can be reached, for each window and type of media.
create table trend (
  time_window text not null,
  media_type text not null,
  place integer not null,
  kind text not null,
  entity_id integer not null,
  primary key (time_window, media_type, place),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index trend_by_record on trend (kind, entity_id);

-- How far the background has come: the day on which the start of all records was computed last, and the last edit
-- whose new records have one.
create table popularity_progress (
  id integer primary key check (id = 1),
  started_on text not null,
  edit_id bigint not null
);
insert into popularity_progress (id, started_on, edit_id) values (1, '', 0);
