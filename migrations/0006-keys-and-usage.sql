-- Keys of apps, what they were applied for, how much they may ask and have asked, and what opens an account to an app.
-- Secrets are kept as SHA-256 digests only.

-- An API key.
create table api_key (
  id {{identity}},
  digest text not null unique,
  last_four text not null,
  name text not null,
  -- The name as it is searched for.
  folded_name text not null default '',
  plan text not null check (plan in ('developer', 'professional')),
  -- Requests per second: null is what the plan allows, 0 no limit.
  limit_per_second integer check (limit_per_second >= 0),
  -- What the key opens: the interface, or the addresses that are made for one program and contain the key. Never both.
  use text not null default 'interface',
  -- The dialect of replies. Keys that have none get that of the setting at the next start of a server, because only a
  -- server knows the setting that its clients see.
  dialect text check (dialect in ('neutral', 'common')),
  -- The chain of languages of replies to requests that name none, such as 'pt-BR,pt-PT'; '' for none.
  languages text not null default '',
  account_id bigint references account (id),
  -- What the key was applied for.
  application_address text not null default '',
  kind_of_use text not null default '',
  summary text not null default '',
  contact text not null default '',
  terms_accepted_at text,
  created_at text not null,
  last_used_at text,
  suspended_at text,
  revoked_at text,
  -- The key that took its place, and until when it is valid beside that one.
  replaced_by bigint references api_key (id),
  ends_at text
);
create index api_key_by_account on api_key (account_id);
create index api_key_by_last_four on api_key (last_four);
create index api_key_by_name on api_key (folded_name);
create index api_key_by_replacement on api_key (replaced_by);

-- How many requests came with a key in an hour.
create table key_usage (
  key_id bigint not null references api_key (id) on delete cascade,
  -- In UTC: YYYY-MM-DDTHH.
  hour text not null,
  requests bigint not null,
  -- How many of them were over the limit.
  refused bigint not null,
  primary key (key_id, hour)
) {{without_rowid}};
create index key_usage_by_hour on key_usage (hour);

-- Requests of the last minutes, so that a page can say whether an app reaches the server, and what keeps it from that.
create table recent_request (
  -- The key that was used; 0 where no key of ours was.
  key_id bigint not null,
  -- When it was, in steps of ten seconds.
  slot text not null,
  outcome text not null,
  -- The network that it came from, for requests without a key of ours; '' for all others.
  place text not null,
  requests bigint not null,
  primary key (key_id, slot, outcome, place)
) {{without_rowid}};
create index recent_request_by_slot on recent_request (slot);

-- A personal access token: a bearer that acts for its owner, in the scopes that the owner chose. It belongs to one of
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
create index access_token_by_end on access_token (ends_at);
create index access_token_by_key on access_token (key_id);

-- A request token: an app asks for the access to an account, until its owner has allowed that.
create table request_token (
  digest text primary key,
  key_id bigint not null references api_key (id),
  account_id bigint references account (id),
  -- What the app may do for the person, as names with blanks between them.
  scopes text not null default 'read keep',
  -- From where it was asked for, as a digest: a key and a client have so many at once.
  network text not null default '',
  expires_at text not null
) {{without_rowid}};
create index request_token_by_account on request_token (account_id) where account_id is not null;
create index request_token_by_key on request_token (key_id, expires_at);
create index request_token_by_network on request_token (network, expires_at);
create index request_token_by_end on request_token (expires_at);

-- A session of an app: the access to an account that its owner has allowed.
create table session (
  digest text primary key,
  account_id bigint not null references account (id) on delete cascade,
  key_id bigint not null references api_key (id),
  -- The access token that it was made from: that gives it its scopes, and ends it.
  token_id bigint references access_token (id) on delete cascade,
  scopes text not null default 'read keep',
  created_at text not null,
  -- The day of the last use in UTC.
  last_used_on text not null default ''
) {{without_rowid}};
create index session_by_account on session (account_id);
create index session_by_key on session (key_id);
create index session_by_token on session (token_id) where token_id is not null;
create index session_by_use on session (last_used_on);
