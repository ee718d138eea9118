-- A published catalogue that this one follows, and how far it has come.
create table following (
  -- The id of the instance that publishes it, which its keys have together: 32 hexadecimal digits.
  id text primary key,
  -- The source of the edits by which its records come in. Sources of its values begin with the same digits.
  source_id text not null references source (id),
  name text not null,
  -- Where its files are: an address that begins with https://, or the path of a folder.
  address text not null,
  -- The key by which the instance is known. A newer one takes its place if this one has signed it.
  public_key text not null,
  -- Stopped is one that goes on only when a person has looked at it; of one that is removed all that came in goes.
  state text not null check (state in ('following', 'paused', 'stopped', 'removing')),
  -- What went wrong the last time, in a word for which there is a sentence, and what it is about.
  problem {{json}},
  -- Which kinds and languages, and whether pictures come along.
  selection {{json}} not null,
  rank integer not null,
  -- The state of the publisher's database that the numbers below belong to; '' until there is a whole dump.
  incarnation text not null,
  -- Incarnations that are over: an older state of the publisher is not taken for a new one.
  past {{json}} not null,
  -- The newest packet that is in the catalogue, its SHA-256 where that is known, and what position it is.
  packet integer not null,
  digest text not null,
  position bigint not null,
  -- The next thing that comes in is a whole dump, whatever packets there are.
  needs_whole {{boolean}} not null,
  -- What the publisher has, as of the last time that it answered: its newest packet and position, and when they were
  -- made.
  offered {{json}},
  etag text not null,
  added_at text not null,
  checked_at text,
  applied_at text,
  next_at text not null,
  -- How often in a row it could not go on.
  failures integer not null,
  -- What has come in since the beginning.
  counts {{json}} not null
) {{without_rowid}};
create index following_by_time on following (next_at) where state in ('following', 'removing');

-- Which followed catalogue a source comes with, and how its publisher wants to be named.
create table followed_source (
  source_id text primary key references source (id),
  following_id text not null,
  attribution text not null
) {{without_rowid}};
create index followed_source_by_following on followed_source (following_id);

-- What came in within an hour; older ones than two days go.
create table following_hour (
  following_id text not null,
  -- The first moment of the hour.
  hour text not null,
  packets integer not null,
  records integer not null,
  -- The longest time between a packet and its arrival here, in seconds.
  lag integer not null,
  failures integer not null,
  primary key (following_id, hour)
) {{without_rowid}};

-- Words of other catalogues are found by their names.
create index keyword_by_name on keyword (name);
