-- A folder of the server that is imported again from time to time, and what came of the last time.
create table scheduled_import (
  folder text primary key,
  -- How its files are read, as on the page of an import.
  options {{json}} not null,
  every_hours integer not null,
  next_at text not null,
  -- How often the import was begun since one last ended: one that is killed with its server is begun again.
  starts integer not null,
  -- The digest of the options, and of the names, sizes and times of the files, when they were last imported.
  seen text not null,
  -- When the last one ended, and how: imported, unchanged or failed, and why.
  ended_at text,
  outcome text not null check (outcome in ('', 'imported', 'unchanged', 'failed')),
  failure text not null,
  -- What the last one that was not unchanged has done.
  summary {{json}}
) {{without_rowid}};
