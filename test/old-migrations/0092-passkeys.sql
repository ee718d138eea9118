-- Passkeys (WebAuthn) of accounts: public keys, which open nothing by themselves.
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
