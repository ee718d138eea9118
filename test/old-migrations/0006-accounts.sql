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

-- Of those who typed it and never followed the link to it, several may have the same.
create index account_by_unverified_email on account (folded_email, id)
  where folded_email is not null and email_verified_at is null;

-- Those who never followed the link to it are forgotten after a while.
create index account_unverified on account (created_at)
  where folded_email is not null and email_verified_at is null;

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

-- Mails that are to be sent, until a mail server has taken them. A link is made when the mail is, and its secret does
-- not stand here.
create table mail (
  id {{identity}},
  template text not null,
  account_id bigint references account (id) on delete cascade,
  recipient text not null,
  language text not null,
  facts {{json}} not null,
  created_at text not null,
  attempts integer not null default 0,
  due_at text not null
);
create index mail_by_account on mail (account_id);
create index mail_by_time on mail (due_at, id);

-- How often somebody did what may not be done too often. The subject is a digest of what was done and by whom.
create table attempt (
  subject text primary key,
  count integer not null,
  last_at text not null
) {{without_rowid}};
create index attempt_by_time on attempt (last_at);

-- What belongs to an account is found when the account goes.
create index edit_by_account on edit (account_id) where account_id is not null;
create index request_token_by_account on request_token (account_id) where account_id is not null;
