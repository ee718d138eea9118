-- Counts that a source states of seasons and episodes that are not all in the catalogue.
alter table series add column number_of_seasons integer;
alter table series add column number_of_episodes integer;
alter table season add column episode_count integer;
alter table credit add column episode_count integer not null default 0;

-- A series may have more than one rating in a country.
create table rating_in_country (
  kind text not null,
  entity_id integer not null,
  iso_3166_1 text not null,
  rating text not null,
  descriptors {{json}} not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, iso_3166_1, rating),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
insert into rating_in_country (kind, entity_id, iso_3166_1, rating, descriptors, source_id)
  select kind, entity_id, iso_3166_1, rating, descriptors, source_id from content_rating;
drop table content_rating;
alter table rating_in_country rename to content_rating;
