-- Personal access tokens: bearers that act for their owner, in the scopes that the owner chose. Each belongs to one of
-- the owner's keys, from which it has plan and dialect.
create table access_token (
  id {{identity}},
  digest text not null unique,
  last_four text not null,
  account_id bigint not null references account (id) on delete cascade,
  key_id bigint not null references api_key (id),
  name text not null,
  -- Names with blanks between them, in the order of the table of scopes.
  scopes text not null,
  created_at text not null,
  -- Null: it lasts until it is revoked.
  ends_at text,
  -- The day of the last use in UTC.
  last_used_on text
);
create index access_token_by_account on access_token (account_id, id);
create index access_token_by_key on access_token (key_id);
create index access_token_by_end on access_token (ends_at);

-- The token that a session was made from: it gives the session its scopes, and ends it.
alter table session add column token_id bigint references access_token (id) on delete cascade;
create index session_by_token on session (token_id) where token_id is not null;
