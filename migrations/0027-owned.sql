-- What lies in the house: films and series of which an import of a folder has found a video file.

-- A folder of films and series that was imported. Its path is shown to nobody who may not import.
create table media_folder (
  id {{numbered}},
  path text not null unique,
  imported_at text not null
);

-- A movie or an episode of which a video file lies in such a folder, and a series of which an episode does.
create table owned (
  folder_id bigint not null references media_folder (id) on delete cascade,
  kind text not null check (kind in ('movie', 'series', 'episode')),
  entity_id integer not null,
  -- When it was found there first.
  since text not null,
  primary key (folder_id, kind, entity_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index owned_by_record on owned (kind, entity_id);
