-- What people have reported to moderators: a record, an edit, a picture, a review, a list or a profile. `subject` is
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
