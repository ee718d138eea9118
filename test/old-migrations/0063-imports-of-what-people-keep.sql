-- Files with what people keep elsewhere: each is read into entries, which are matched with the catalogue, looked at by
-- who brought them, written, and can be undone as a whole.
create table kept_import (
  id {{identity}},
  account_id bigint not null references account (id) on delete cascade,
  -- The job that works on it, as long as there is one.
  job_id bigint,
  stage text not null
    check (stage in ('arriving', 'reading', 'ready', 'writing', 'written', 'undoing', 'undone', 'failed')),
  -- Why the last job did not come to its end.
  failure text not null,
  -- The name of the file, without folders.
  file text not null,
  bytes integer not null,
  created_at text not null,
  changed_at text not null
);
create index kept_import_by_account on kept_import (account_id, id);
create index kept_import_by_change on kept_import (changed_at, id);

-- The file in pieces, in base64, until it is read.
create table kept_import_piece (
  import_id bigint not null references kept_import (id) on delete cascade,
  number integer not null,
  content text not null,
  primary key (import_id, number)
) {{without_rowid}};

-- The lists that a file names, and those of the account that they became.
create table kept_import_list (
  import_id bigint not null references kept_import (id) on delete cascade,
  number integer not null,
  name text not null,
  description text not null,
  list_id integer,
  -- Whether the import has made the list.
  is_made {{boolean}} not null,
  primary key (import_id, number)
) {{without_rowid}};

create table kept_import_entry (
  import_id bigint not null references kept_import (id) on delete cascade,
  number integer not null,
  -- What the file says.
  entry {{json}} not null,
  what text not null,
  value float8,
  at text,
  list_number integer,
  -- Whether it is matched yet, with what, and whether a person has to decide.
  status text not null
    check (status in ('open', 'matched', 'uncertain', 'unmatched', 'skipped', 'refused')),
  -- Why it is refused.
  reason text not null,
  kind text,
  entity_id integer,
  others {{json}} not null,
  -- What writing and undoing have done with it; empty before.
  outcome text not null,
  -- What stood there before, and the time that was written.
  before_value float8,
  before_at text,
  written_at text,
  primary key (import_id, number)
) {{without_rowid}};
create index kept_import_entry_by_status on kept_import_entry (import_id, status, number);
create index kept_import_entry_by_outcome on kept_import_entry (import_id, outcome, number);
create index kept_import_entry_by_record on kept_import_entry (import_id, kind, entity_id, what);
