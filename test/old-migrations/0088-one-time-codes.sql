-- Secrets of one-time codes (RFC 6238), one for each account that has them. One that is not confirmed yet has an end.
create table totp (
  account_id bigint not null references account (id) on delete cascade,
  -- Sealed with the setting `secretKey`, if there is one; the first word says so.
  secret text not null,
  made_at text not null,
  confirmed_at text,
  expires_at text,
  -- The period of the last code that was taken: no code works twice.
  last_period bigint not null,
  primary key (account_id)
) {{without_rowid}};
create index totp_by_end on totp (expires_at) where expires_at is not null;

-- Codes for those who have lost their phone, each of which works once.
create table recovery_code (
  account_id bigint not null references account (id) on delete cascade,
  digest text not null,
  made_at text not null,
  used_at text,
  primary key (account_id, digest)
) {{without_rowid}};

-- Who has typed the right password in a browser and now has to enter a code.
create table sign_in_step (
  id {{identity}},
  digest text not null unique,
  account_id bigint not null references account (id) on delete cascade,
  expires_at text not null
);
create index sign_in_step_by_account on sign_in_step (account_id, id);
create index sign_in_step_by_end on sign_in_step (expires_at);
