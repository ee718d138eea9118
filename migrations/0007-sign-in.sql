-- How people sign in, from where, and what is sent to them.

-- A browser that is signed in.
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

-- From where an account signed in: the network of an address, a key, or a browser that remembers a secret. What others
-- guess elsewhere never keeps somebody out at one of these.
create table sign_in_place (
  id {{identity}},
  account_id bigint not null references account (id) on delete cascade,
  -- address:192.0.2.0/24, key:7, or browser: and the digest of its secret.
  place text not null,
  first_at text not null,
  last_at text not null,
  unique (account_id, place)
);
create index sign_in_place_by_time on sign_in_place (last_at);

-- How often somebody did what may not be done too often. The subject is a digest of what was done and by whom.
create table attempt (
  subject text primary key,
  count integer not null,
  last_at text not null
) {{without_rowid}};
create index attempt_by_time on attempt (last_at);

-- When an account has all again of what it may make in an hour of one thing.
create table hourly_use (
  account_id bigint not null references account (id) on delete cascade,
  thing text not null,
  used_until text not null,
  -- When the limit was last used, to notice a clock that was put back since; null if that is not known.
  taken_at text,
  primary key (account_id, thing)
) {{without_rowid}};

-- The secret of one-time codes (RFC 6238) of an account. One that is not confirmed yet expires.
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

-- A code for those who have lost their phone. Each works once.
create table recovery_code (
  account_id bigint not null references account (id) on delete cascade,
  digest text not null,
  made_at text not null,
  used_at text,
  primary key (account_id, digest)
) {{without_rowid}};

-- Somebody who has typed the right password in a browser and now has to enter a code.
create table sign_in_step (
  id {{identity}},
  digest text not null unique,
  account_id bigint not null references account (id) on delete cascade,
  expires_at text not null
);
create index sign_in_step_by_account on sign_in_step (account_id, id);
create index sign_in_step_by_end on sign_in_step (expires_at);

-- A passkey (WebAuthn) of an account: its public key, which opens nothing by itself.
create table passkey (
  id {{identity}},
  account_id bigint not null references account (id) on delete cascade,
  -- In base64url, as browsers name it.
  credential_id text not null unique,
  public_key text not null,
  -- What the device has counted; many always say 0.
  counter bigint not null,
  transports text not null,
  -- The host that it was made for, and works at.
  host text not null,
  name text not null,
  made_at text not null,
  last_used_at text
);
create index passkey_by_account on passkey (account_id, id);

-- What a device has to sign: for whoever is signed in and adds a passkey, or for whoever signs in.
create table passkey_challenge (
  id {{identity}},
  digest text not null unique,
  account_id bigint references account (id) on delete cascade,
  expires_at text not null
);
create index passkey_challenge_by_account on passkey_challenge (account_id, id) where account_id is not null;
create index passkey_challenge_by_end on passkey_challenge (expires_at);

-- A link by which an administrator invites somebody to sign up. It works once.
create table invitation (
  id {{identity}},
  digest text not null unique,
  account_id bigint not null references account (id) on delete cascade,
  made_at text not null,
  expires_at text not null
);
create index invitation_by_account on invitation (account_id);

-- A link that was sent by e-mail. It works once, and only for the purpose that it was made for.
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

-- A link in an e-mail about what somebody follows, which ends these e-mails.
create table unsubscribe_link (
  digest text primary key,
  account_id bigint not null references account (id) on delete cascade,
  expires_at text not null
) {{without_rowid}};
create index unsubscribe_link_by_account on unsubscribe_link (account_id);
create index unsubscribe_link_by_end on unsubscribe_link (expires_at);

-- An e-mail that is to be sent, until a mail server has taken it. A link in it is made when the text is, and its secret
-- does not stand here.
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

-- A notification of an account. What happened is stored, not the words for it: they are in the language of the person
-- when they are read.
create table notification (
  id {{identity}},
  account_id bigint not null references account (id) on delete cascade,
  at text not null,
  what text not null,
  about {{json}} not null,
  -- What it is about, where further news of the same go into it until it is read.
  subject text,
  read_at text
);
create index notification_by_account on notification (account_id, id);
create index notification_by_time on notification (at);
create index unread_notification on notification (account_id) where read_at is null;
create unique index notification_by_subject on notification (account_id, subject)
  where subject is not null and read_at is null;

-- Something that happened to the sign-in of an account, for its owner.
create table security_event (
  id {{identity}},
  account_id bigint not null references account (id) on delete cascade,
  at text not null,
  what text not null,
  -- The network of the address, such as 192.0.2.0/24, or empty.
  network text not null,
  browser text not null,
  key_id bigint references api_key (id)
);
create index security_event_by_account on security_event (account_id, what, id);
create index security_event_by_time on security_event (at);
