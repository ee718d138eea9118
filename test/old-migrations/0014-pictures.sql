-- The pictures that are stored here, by their path in replies. Pictures of records name them; none is known yet that
-- was imported as a mere path.
create table media_file (
  file_path text primary key,
  file_type text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  colour text not null,
  submitted text not null,
  made_at text not null
) {{without_rowid}};

-- A file that comes again is known by the digest of its bytes, so that it need not be read again.
create index media_file_by_submitted on media_file (submitted);
