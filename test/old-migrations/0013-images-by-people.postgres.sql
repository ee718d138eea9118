-- What people say of images: under which licence they give one, and how good they find it. What a source states of
-- votes and what people vote here are kept apart, so that neither an import nor a vote takes the other away.
alter table image add column licence text not null default '';

drop index image_by_votes;
alter table image rename column vote_average to stated_average;
alter table image rename column vote_count to stated_count;
alter table image add column own_count integer not null default 0;
alter table image add column own_points integer not null default 0;
-- Both votes together, with three decimals.
alter table image add column vote_count integer generated always as (stated_count + own_count) stored;
alter table image add column vote_average float8 generated always as (
  case when own_count = 0 then stated_average
  else floor(1000 * (stated_average * stated_count + own_points) / (stated_count + own_count) + 0.5) / 1000
  end) stored;
create index image_by_votes on image
  (kind, entity_id, gallery, vote_average desc, vote_count desc, file_path, iso_639_1);

-- One vote of each account for each image, which it may change.
create table image_vote (
  kind text not null,
  entity_id integer not null,
  gallery text not null,
  image_id text not null,
  account_id bigint not null references account (id) on delete cascade,
  value integer not null check (value between 1 and 10),
  at text not null,
  primary key (kind, entity_id, gallery, image_id, account_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
);
create index image_vote_by_account on image_vote (account_id);
