-- What people keep of the catalogue besides their watchlists: favourites, and ratings from half a point to ten. Halves
-- are exact numbers, so that sums of them are the same whatever their order.
create table favorite (
  account_id bigint not null references account (id) on delete cascade,
  kind text not null check (kind in ('movie', 'series')),
  entity_id integer not null,
  created_at text not null,
  primary key (account_id, kind, entity_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index favorite_by_time on favorite (account_id, kind, created_at, entity_id);
create index favorite_by_record on favorite (kind, entity_id);

create table rating (
  account_id bigint not null references account (id) on delete cascade,
  kind text not null check (kind in ('movie', 'series', 'episode')),
  entity_id integer not null,
  value float8 not null check (value >= 0.5 and value <= 10),
  -- When it was given first, by which lists are ordered, and last.
  created_at text not null,
  updated_at text not null,
  -- Whether the average of the record includes it. None does yet.
  is_counted {{boolean}} not null,
  primary key (account_id, kind, entity_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index rating_by_time on rating (account_id, kind, created_at, entity_id);
create index rating_by_record on rating (kind, entity_id, is_counted, value);

-- Somebody without an account, who may rate and read these ratings for a day.
create table guest_session (
  id {{identity}},
  digest text not null unique,
  key_id bigint not null references api_key (id),
  -- A digest of the network that it was made from, for as long as it lasts.
  network text not null,
  created_at text not null,
  expires_at text not null
);
create index guest_session_by_key on guest_session (key_id, expires_at);
create index guest_session_by_network on guest_session (network, expires_at);
create index guest_session_by_end on guest_session (expires_at, id);

create table guest_rating (
  guest_id bigint not null references guest_session (id) on delete cascade,
  kind text not null check (kind in ('movie', 'series', 'episode')),
  entity_id integer not null,
  value float8 not null check (value >= 0.5 and value <= 10),
  created_at text not null,
  updated_at text not null,
  is_counted {{boolean}} not null,
  primary key (guest_id, kind, entity_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index guest_rating_by_time on guest_rating (guest_id, kind, created_at, entity_id);
create index guest_rating_by_record on guest_rating (kind, entity_id, is_counted, value);
