-- Watch providers are words. Their order in each country is their own; where one has none, display_priority counts.
create table provider (
  id integer primary key,
  name text not null,
  logo_path text,
  display_priority integer not null,
  display_priorities {{json}} not null,
  media_types {{json}} not null
);

-- Where a movie, a series or a season can be watched.
create table offer (
  kind text not null,
  entity_id integer not null,
  iso_3166_1 text not null,
  type text not null,
  provider_id integer not null references provider (id),
  link text not null,
  as_of text not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, iso_3166_1, type, provider_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index offer_by_provider on offer (provider_id, iso_3166_1, kind, entity_id);
