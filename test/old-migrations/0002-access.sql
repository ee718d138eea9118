-- Keys, request tokens, sessions and watchlists. Secrets are kept as SHA-256 digests only.

create table api_key (
  id {{identity}},
  digest text not null unique,
  last_four text not null,
  name text not null,
  plan text not null check (plan in ('developer', 'professional')),
  account_id bigint references account (id),
  created_at text not null,
  revoked_at text
);

create table request_token (
  digest text primary key,
  key_id bigint not null references api_key (id),
  account_id bigint references account (id),
  expires_at text not null
) {{without_rowid}};
create index request_token_by_end on request_token (expires_at);

create table session (
  digest text primary key,
  account_id bigint not null references account (id) on delete cascade,
  key_id bigint not null references api_key (id),
  created_at text not null
) {{without_rowid}};
create index session_by_account on session (account_id);
create index session_by_key on session (key_id);

create table watchlist (
  account_id bigint not null references account (id) on delete cascade,
  kind text not null check (kind in ('movie', 'series')),
  entity_id integer not null,
  created_at text not null,
  primary key (account_id, kind, entity_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index watchlist_by_time on watchlist (account_id, kind, created_at, entity_id);
create index watchlist_by_record on watchlist (kind, entity_id);
