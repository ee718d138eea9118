-- Corrections that are sent to the publishers of followed catalogues, and edits that a program may send again.

-- The member of a publisher in whose name corrections are sent there.
create table followed_member (
  following_id text primary key,
  -- The address of the publisher's server, without a slash at the end, and what the member is called there.
  address text not null,
  username text not null,
  -- The access token of the member, sealed, and its last four characters.
  token text not null,
  last_four text not null,
  given_at text not null,
  -- What went wrong the last time, in a word for which there is a sentence, and words of the publisher about it.
  problem {{json}},
  -- The token is not accepted any more: nothing is sent until there is another one.
  is_refused {{boolean}} not null,
  failures integer not null,
  next_at text not null
) {{without_rowid}};

-- What people here have corrected of a record, as it is offered to the publisher of a followed catalogue.
create table offered_correction (
  id {{numbered}},
  following_id text not null,
  kind text not null,
  entity_id integer not null,
  -- Which values of the record, by their places.
  places {{json}} not null,
  note text not null,
  source_url text not null,
  -- `offered`: not sent yet. `waiting`: in the queue there. `same`: it came back and is the publisher's value now.
  state text not null check (state in ('offered', 'waiting', 'accepted', 'same', 'refused', 'unsendable')),
  -- Why it was refused or cannot be sent, in a word for which there is a sentence, and words about it.
  reason text not null,
  detail text not null,
  -- What is sent, under a key by which the publisher knows it again; both stay the same until there is an answer.
  request {{json}},
  -- The publisher does not have the record yet.
  is_new {{boolean}} not null,
  -- The pending edit there, and the edit that it has become.
  pending_there bigint,
  edit_there bigint,
  made_at text not null,
  sent_at text,
  settled_at text,
  next_at text not null,
  failures integer not null
);
create index offered_correction_by_following on offered_correction (following_id, id);
create index offered_correction_open on offered_correction (following_id, id)
  where state in ('offered', 'waiting', 'accepted');
create index offered_correction_due on offered_correction (following_id, next_at) where state in ('offered', 'waiting');
create index offered_correction_by_record on offered_correction (kind, entity_id);

-- Edits of people are few among those by which catalogues come in.
-- An expression, because planners prefer the key to an index that has only some of its values.
create index edit_of_people on edit ((case when account_id is not null then id end));

-- An edit that a program may send again under the same key: it has no second effect.
create table repeatable_edit (
  account_id bigint not null references account (id) on delete cascade,
  key text not null,
  -- The SHA-256 of what was asked.
  digest text not null,
  at text not null,
  -- What became of it: the edit, or the pending one, and its records.
  edit_id bigint,
  pending_id bigint,
  records {{json}} not null,
  primary key (account_id, key)
) {{without_rowid}};
create index repeatable_edit_by_time on repeatable_edit (at);
