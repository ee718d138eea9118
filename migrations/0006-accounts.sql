-- People who sign up: what an account may do, whose address it is, and their browsers.

alter table account add column role text not null default 'member'
  check (role in ('member', 'moderator', 'administrator'));

-- The address as it is compared. It is one account's from the moment it is verified; before, anybody may have typed it.
alter table account add column folded_email text;
update account set folded_email = lower(email)
where email <> '' and source_id is null and not exists (
  select 1 from account earlier
  where lower(earlier.email) = lower(account.email) and earlier.source_id is null and earlier.id < account.id);
create unique index account_by_email on account (folded_email)
  where folded_email is not null and email_verified_at is not null;

-- Who deleted the account may have left reviews, which need somebody who wrote them.
alter table account add column deleted_at text;

create table browser_session (
  id {{identity}},
  digest text not null unique,
  account_id bigint not null references account (id) on delete cascade,
  -- What the browser called itself, so that people find it in the list of theirs.
  browser text not null,
  created_at text not null,
  last_used_at text not null
);
create index browser_session_by_account on browser_session (account_id);
create index browser_session_by_creation on browser_session (created_at);

-- Links that are sent by mail. A link works once, and only for the purpose that it was made for.
create table mailed_link (
  digest text primary key,
  purpose text not null check (purpose in ('verify', 'reset', 'change')),
  account_id bigint not null references account (id) on delete cascade,
  -- The address that it was sent to, which following it shows to be the account's.
  email text not null,
  expires_at text not null
) {{without_rowid}};
create index mailed_link_by_account on mailed_link (account_id, purpose);
create index mailed_link_by_end on mailed_link (expires_at);

-- Mails that are to be sent, until a mail server has taken them.
create table mail (
  id {{identity}},
  recipient text not null,
  subject text not null,
  body text not null,
  created_at text not null,
  attempts integer not null default 0,
  due_at text not null
);
create index mail_by_time on mail (due_at, id);

-- How often somebody did what may not be done too often. What a subject is, an address or an account, is a digest.
create table attempt (
  action text not null,
  subject text not null,
  count integer not null,
  last_at text not null,
  primary key (action, subject)
) {{without_rowid}};
create index attempt_by_time on attempt (last_at);
