-- What people keep of the catalogue besides lists.

-- A title on the watchlist of an account.
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

-- A title among the favourites of an account.
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

-- The rating that an account gives a record, from half a point to ten. Halves are exact numbers, so that sums of them
-- are the same whatever their order.
create table rating (
  account_id bigint not null references account (id) on delete cascade,
  kind text not null check (kind in ('movie', 'series', 'episode')),
  entity_id integer not null,
  value float8 not null check (value >= 0.5 and value <= 10),
  -- When it was given first, by which lists are ordered, and last.
  created_at text not null,
  updated_at text not null,
  -- Whether the average of the record includes it.
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
create index guest_session_by_end on guest_session (expires_at, id);
create index guest_session_by_network on guest_session (network, expires_at);
create index guest_session_by_key on guest_session (key_id, expires_at);

-- The rating that a guest gives a record.
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

-- A movie or an episode that somebody watched at a time; as often as they did. Seasons and series are their episodes.
create table watched (
  account_id bigint not null references account (id) on delete cascade,
  kind text not null check (kind in ('movie', 'episode')),
  entity_id integer not null,
  -- The moment; noon UTC where only the day is known.
  watched_at text not null,
  -- The day where the person was, by which the diary goes.
  watched_on text not null,
  -- The series of an episode, so that all series of a person are found without their episodes.
  series_id integer,
  created_at text not null,
  primary key (account_id, kind, entity_id, watched_at),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index watched_by_day on watched (account_id, watched_on, watched_at, kind, entity_id);
create index watched_by_series on watched (account_id, series_id, watched_at);
create index watched_by_record on watched (kind, entity_id);

-- The vote of an account on an image, which it may change.
create table image_vote (
  kind text not null,
  entity_id integer not null,
  gallery text not null,
  image_id text not null,
  account_id bigint not null references account (id) on delete cascade,
  value integer not null check (value between 1 and 10),
  at text not null,
  primary key (kind, entity_id, gallery, image_id, account_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index image_vote_by_account on image_vote (account_id);

-- The address at which programs read what airs of what an account follows. It has a secret, of which there is a digest.
create table calendar_address (
  account_id bigint not null references account (id) on delete cascade,
  secret_digest text not null unique,
  created_at text not null,
  primary key (account_id)
) {{without_rowid}};

-- What somebody has decided is meant by a title of a file: a record, or none. `wanted` is the id that the source of the
-- file has for it, or else its name and year, so that the next import of it asks nothing again.
create table match_decision (
  account_id bigint not null references account (id) on delete cascade,
  source text not null,
  wanted text not null,
  kind text,
  entity_id integer,
  decided_at text not null,
  primary key (account_id, source, wanted),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index match_decision_by_record on match_decision (kind, entity_id);

-- What somebody kept of a record that is gone, which comes back with the record. `kept` is the table, `entry` its row.
create table kept_aside (
  id {{identity}},
  kind text not null,
  entity_id integer not null,
  kept text not null,
  account_id bigint references account (id) on delete cascade,
  guest_id bigint references guest_session (id) on delete cascade,
  list_id integer references user_list (id) on delete cascade,
  -- `aside`: it is nowhere else. `moved`: it went to the survivor. `behind`: the survivor's own, which a newer one of
  -- the merged record `behind_id` took the place of.
  state text not null check (state in ('aside', 'moved', 'behind')),
  behind_id integer,
  -- The edit, an undo of everything of an account, that set it aside last, or gave it back (then it is `moved`).
  undo_edit_id bigint,
  entry {{json}} not null
);
create index kept_aside_by_record on kept_aside (kind, entity_id, kept);
create index kept_aside_behind on kept_aside (kind, behind_id, kept) where behind_id is not null;
create index kept_aside_by_account on kept_aside (account_id) where account_id is not null;
create index kept_aside_by_guest on kept_aside (guest_id) where guest_id is not null;
create index kept_aside_by_list on kept_aside (list_id) where list_id is not null;
create index kept_aside_by_undo on kept_aside (undo_edit_id, id) where undo_edit_id is not null;
