-- What sources state of votes, and what people rate here, are apart, so that neither takes the other away.
-- `vote_average` and `vote_count` are what replies and orders show: both together.
alter table movie add column stated_average float8 not null default 0;
alter table movie add column stated_count integer not null default 0;
alter table movie add column own_count integer not null default 0;
alter table movie add column own_points float8 not null default 0;
alter table series add column stated_average float8 not null default 0;
alter table series add column stated_count integer not null default 0;
alter table series add column own_count integer not null default 0;
alter table series add column own_points float8 not null default 0;
alter table episode add column stated_average float8 not null default 0;
alter table episode add column stated_count integer not null default 0;
alter table episode add column own_count integer not null default 0;
alter table episode add column own_points float8 not null default 0;
update movie set stated_average = vote_average, stated_count = vote_count where vote_average <> 0 or vote_count <> 0;
update series set stated_average = vote_average, stated_count = vote_count where vote_average <> 0 or vote_count <> 0;
update episode set stated_average = vote_average, stated_count = vote_count where vote_average <> 0 or vote_count <> 0;
update field_source set key = 'stated_average' where key = 'vote_average' and kind in ('movie', 'series', 'episode');
update field_source set key = 'stated_count' where key = 'vote_count' and kind in ('movie', 'series', 'episode');
update record set stated_zeros = replace(replace(stated_zeros, 'vote_average', 'stated_average'), 'vote_count',
  'stated_count')
where kind in ('movie', 'series', 'episode') and stated_zeros like '%vote_%';

-- Ratings that begin or cease to count together, because their account does. They are counted little by little.
create table waiting_rating (
  id {{identity}},
  kind text not null,
  entity_id integer not null,
  votes integer not null,
  points float8 not null,
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
);
create index waiting_rating_by_record on waiting_rating (kind, entity_id);

-- Records that were rated, and how often, since all servers were told so.
create table rated_title (
  kind text not null,
  entity_id integer not null,
  votes integer not null,
  primary key (kind, entity_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};

-- The records that were rated last, as `voted_record` has those whose images were voted on.
create table rated_record (
  place integer primary key,
  number bigint not null,
  kind text not null,
  entity_id integer not null
) {{without_rowid}};
create index rated_record_by_number on rated_record (number);
insert into revision (name, number) values ('ratings', 0);

-- What somebody with an account rated in a review is their rating of the title, in halves. The later one counts.
insert into rating (account_id, kind, entity_id, value, created_at, updated_at, is_counted)
select r.account_id, r.kind, r.entity_id,
  case when r.rating < 0.5 then 0.5 else floor(r.rating * 2 + 0.5) / 2.0 end, r.created_at, r.updated_at, false
from review r join account a on a.id = r.account_id and a.source_id is null and a.deleted_at is null
where r.rating > 0 and not exists (
  select 1 from review later
  where later.account_id = r.account_id and later.kind = r.kind and later.entity_id = r.entity_id and later.rating > 0
    and (later.updated_at, later.id) > (r.updated_at, r.id))
on conflict (account_id, kind, entity_id) do update set value = excluded.value, updated_at = excluded.updated_at
  where excluded.updated_at > rating.updated_at;
update review set rating = null
where rating is not null and account_id in (select id from account where source_id is null and deleted_at is null);

-- Ratings of accounts that nobody keeps out count if their address is verified.
update rating set is_counted = true
where account_id in (
  select id from account where email_verified_at is not null and disabled_at is null and deleted_at is null);
insert into waiting_rating (kind, entity_id, votes, points)
select kind, entity_id, cast(count(*) as integer), sum(value) from rating where is_counted = true
group by kind, entity_id;
