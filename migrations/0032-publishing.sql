-- What was published of the catalogue, and the pictures that it names.

-- How far the catalogue was published, as long as `publish` is on: a single row.
create table publication (
  name text primary key,
  -- The instance and the state of the database that published last.
  instance text not null,
  incarnation text not null,
  -- The newest packet, and the position in the change log that it or the whole dump reaches.
  number bigint not null,
  position bigint not null,
  published_at text,
  whole_at text,
  -- What all of it takes on the disk.
  bytes bigint not null,
  -- When something may be published next if it changed, and when it is looked at anyway.
  next_at text not null,
  look_at text not null,
  -- Why it could not be published the last time; '' if it could.
  fault text not null
) {{without_rowid}};

-- An original picture that may be published: what others call it by.
create table published_picture (
  name text primary key,
  sha256 text not null,
  bytes bigint not null,
  extension text not null
) {{without_rowid}};

-- A record that is published again although nothing of it changed: somebody who wrote about it decided anew.
create table published_again (
  kind text not null,
  entity_id integer not null,
  primary key (kind, entity_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};

-- Whether what a person writes about titles may leave the server with the catalogue, under the person's user name.
alter table account add column publishes_reviews {{boolean}} not null default false;
