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
