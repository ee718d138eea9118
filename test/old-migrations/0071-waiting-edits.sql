-- Edits that somebody has to look at before they count, and what became of them. `records` is what the author states,
-- `changes` what that would have changed when it was written: the values that it was made against.
create table waiting_edit (
  id {{identity}},
  account_id bigint not null references account (id) on delete cascade,
  source_id text not null,
  note text not null,
  source_url text not null,
  at text not null,
  records {{json}} not null,
  changes {{json}} not null,
  status text not null check (status in ('waiting', 'accepted', 'refused')),
  -- Why it is refused.
  reason text not null,
  decided_at text,
  -- The edit that it became, if it still changed something.
  edit_id bigint
);
create index waiting_edit_open on waiting_edit (id) where status = 'waiting';
create index waiting_edit_by_account on waiting_edit (account_id, status, id);
