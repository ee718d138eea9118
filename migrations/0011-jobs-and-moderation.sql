-- Work in the background, imports of what people keep elsewhere, the queue of pending edits, and what moderators and
-- administrators do.

-- Work that goes on in the background after whoever started it has got an answer. A job advances in steps, each one
-- transaction with the state after it.
create table job (
  id {{identity}},
  account_id bigint not null references account (id) on delete cascade,
  kind text not null,
  input {{json}} not null,
  state {{json}} not null,
  status text not null check (status in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- Grows with each step: two processes that take the same one cannot both write it.
  revision integer not null,
  phase text not null,
  done integer not null,
  -- Null until it is known.
  total integer,
  -- Failures since the last step that succeeded, and why the job failed for good.
  attempts integer not null,
  failure text not null,
  created_at text not null,
  -- When the last step ended, by which jobs take turns, and when the next one may begin.
  worked_at text not null,
  next_at text not null,
  cancelled_at text,
  ended_at text
);
create index job_open on job (worked_at, id) where ended_at is null;
create index job_by_account on job (account_id, status, id);
create index job_by_end on job (ended_at, id);

-- A file with what somebody kept elsewhere. It is read into entries, which are matched with the catalogue, looked at by
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

-- A piece of such a file, in base64, until it is read.
create table kept_import_piece (
  import_id bigint not null references kept_import (id) on delete cascade,
  number integer not null,
  content text not null,
  primary key (import_id, number)
) {{without_rowid}};

-- A list that such a file names, and the one of the account that it became.
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

-- An entry of such a file: a title that somebody rated, watched, or put on a list.
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

-- An edit in the queue: somebody has to check it before it goes live. It stays with what became of it. `records` is
-- what the author states, `changes` what that would have changed when it was written: the values that it was made
-- against.
create table pending_edit (
  id {{identity}},
  account_id bigint not null references account (id) on delete cascade,
  source_id text not null,
  note text not null,
  source_url text not null,
  at text not null,
  records {{json}} not null,
  changes {{json}} not null,
  -- What it undoes, if it is an undo. Its `records` then say what that touches.
  undoes {{json}},
  status text not null check (status in ('waiting', 'accepted', 'refused')),
  -- Why it was rejected.
  reason text not null,
  decided_at text,
  -- The edit that it became, if it still changed something.
  edit_id bigint,
  -- What somebody wanted to know before deciding, who asked, and what the author answered.
  question text not null default '',
  asked_by bigint,
  answer text not null default '',
  -- When moderators were told that it has been pending for long.
  told_at text
);
create index pending_edit_open on pending_edit (id) where status = 'waiting';
create index pending_edit_by_account on pending_edit (account_id, status, id);

-- What somebody has reported to moderators: a record, an edit, a picture, a review, a list or a profile. `subject` is
-- which one: a kind and an id, with gallery and id of a picture, or an id alone.
create table report (
  id {{identity}},
  account_id bigint not null references account (id) on delete cascade,
  at text not null,
  what text not null,
  subject text not null,
  reason text not null,
  words text not null,
  status text not null check (status in ('open', 'upheld', 'dismissed')),
  answer text not null,
  decided_at text
);
create index report_open on report (id) where status = 'open';
create unique index report_open_by_subject on report (what, subject, account_id) where status = 'open';
create index report_by_account on report (account_id, status, id);

-- What a moderator has locked: a record, or a field, text or part of it by its name; `place` is empty for all of it.
create table record_lock (
  id {{identity}},
  kind text not null,
  entity_id bigint not null,
  place text not null,
  -- Whom it keeps from editing.
  locked_for text not null check (locked_for in ('new_members', 'members')),
  reason text not null,
  locked_by bigint not null,
  at text not null,
  -- Null: until a moderator removes it.
  ends_at text
);
create unique index record_lock_by_place on record_lock (kind, entity_id, place);
create index record_lock_by_end on record_lock (ends_at) where ends_at is not null;

-- An act: what an administrator, a moderator or an operator did to what is not their own. Names are those of the
-- accounts, so an act stays when an account is deleted, and its name goes.
create table act (
  id {{identity}},
  at text not null,
  what text not null,
  -- Null for whoever used the command line.
  actor_id bigint references account (id),
  account_id bigint references account (id),
  key_id bigint references api_key (id),
  about {{json}} not null,
  reason text not null
);
create index act_by_time on act (at);
create index act_by_kind on act (what, id);
create index act_by_actor on act (actor_id, id);
create index act_by_account on act (account_id, id);

-- That an administrator has dismissed the page *Setup*, and what was still to do then. At most one row.
create table setup_dismissal (
  id integer primary key,
  dismissed_at text not null,
  open_findings {{json}} not null
);

-- A step of an upgrade that needs code, and was done once after the migrations.
create table finished_step (
  name text primary key,
  at text not null
) {{without_rowid}};

-- When a server last showed that it can write, if nothing else asked for it. At most one row.
create table readiness (
  id integer primary key,
  written_at text not null
) {{without_rowid}};
