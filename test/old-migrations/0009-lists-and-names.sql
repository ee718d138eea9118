-- Movies and people are listed by popularity, as series are.
create index movie_by_popularity on movie (adult, popularity desc, id);
create index person_by_popularity on person (adult, popularity desc, id);

-- What has no popularity is browsed by name.
create index company_by_name on company (name, id);
create index network_by_name on network (name, id);
create index collection_by_name on collection (name, id);

-- The names by which records are looked up, folded as `foldName` does it. They follow the change log.
create table search_name (
  kind text not null,
  entity_id integer not null,
  name text not null,
  primary key (kind, entity_id, name),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index search_name_by_name on search_name (kind, name, entity_id);

-- How far into the change log followers have come that keep something beside the catalogue.
create table follower (
  name text primary key,
  seq bigint not null
) {{without_rowid}};
insert into follower (name, seq) values ('search_name', 0);
