-- What the players of people tell about what was watched.

-- The address at which the players of an account tell what they play. It has a secret, of which there is a digest.
create table player_address (
  account_id bigint not null references account (id) on delete cascade,
  secret_digest text not null unique,
  -- The names that count of those that people have at the players; all of them if none is named.
  user_names {{json}} not null,
  created_at text not null,
  -- The player that was heard from last, and when, to the minute.
  heard_from text not null,
  heard_at text,
  primary key (account_id)
) {{without_rowid}};

-- Something that a player told and what became of it. Of pauses and the like there is none.
create table player_delivery (
  id {{numbered}},
  account_id bigint not null references account (id) on delete cascade,
  -- When it arrived; where several say the same, the last one, and how many they are.
  at text not null,
  times integer not null,
  player text not null,
  event text not null,
  user_name text not null,
  -- `waiting`: for a decision what it is. `repeated`: it was there already. `taken_back`: the player says that it was
  -- not played after all. `unplayed`: it says so of what it had not told, or long ago.
  outcome text not null check (outcome in
    ('watched', 'repeated', 'waiting', 'ignored', 'taken_back', 'unplayed', 'other_user', 'full', 'unknown')),
  -- Why it was not understood.
  reason text not null,
  -- What was played, as entries of imports say it, and by what a decision about it is remembered.
  entry {{json}},
  wanted text not null,
  watched_at text not null,
  watched_on text not null,
  minutes integer,
  -- The record that was found, or is guessed.
  kind text,
  entity_id integer,
  certainty float8 not null,
  others {{json}} not null
);
create index player_delivery_by_account on player_delivery (account_id, id);
