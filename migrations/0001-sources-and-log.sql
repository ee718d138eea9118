-- Where values come from, who changed them, and the log of all changes. Accounts are here because edits name them.
--
-- In all tables dates and times are the texts of the interface. What is absent is '' (texts), 0 (numbers) or null
-- (paths, and what the interface's facts call nullable), so that a row is read as it is answered.

-- A source of values: a website or dataset, people who use this server, or the server itself. Of two sources the one of
-- the higher rank is believed.
create table source (
  id text primary key,
  name text not null,
  licence text not null,
  url text not null,
  rank integer not null,
  redistributable {{boolean}} not null,
  -- Its terms allow personal use alone: a server whose catalogue has values of it starts only with `private`.
  private_only {{boolean}} not null default false
) {{without_rowid}};

-- A person who signed up here, or an author of reviews that came with a source.
create table account (
  id {{identity}},
  username text not null,
  folded_username text not null,
  name text not null default '',
  role text not null default 'member' check (role in ('member', 'moderator', 'administrator')),
  email text not null default '',
  -- The address as it is compared. It is one account's from the moment it is verified; before, anybody may have typed
  -- it.
  folded_email text,
  email_verified_at text,
  password text,
  avatar_path text,
  iso_639_1 text not null default 'en',
  iso_3166_1 text not null default 'US',
  include_adult {{boolean}} not null default false,
  -- What others see of a person at /@name: nothing, unless the person says so.
  has_public_profile {{boolean}} not null default false,
  shows_ratings {{boolean}} not null default false,
  -- Whether search engines may list the profile.
  is_indexed {{boolean}} not null default true,
  -- When a moderator hid the profile, and why.
  profile_hidden_at text,
  profile_hidden_reason text not null default '',
  -- Since when moderators trust a member: then weighty edits go live at once, and the member checks those of others.
  trusted_at text,
  -- When the account last got an e-mail about what it follows, or asked for such e-mails; null: it gets none.
  digest_at text,
  disabled_at text,
  -- When somebody got back into the account with a link or with help, until they have looked at what else opens it.
  recovered_at text,
  created_at text not null,
  -- A deleted account that has left reviews, which need an author.
  deleted_at text,
  -- The source that an author of reviews came with. Nobody can sign in to such an account.
  source_id text references source (id)
);
create unique index account_by_username on account (folded_username) where source_id is null;
create unique index account_of_source on account (source_id, folded_username) where source_id is not null;
create unique index account_by_email on account (folded_email)
  where folded_email is not null and email_verified_at is not null;
-- Of those who typed an address and never followed the link to it, several may have the same.
create index account_by_unverified_email on account (folded_email, id)
  where folded_email is not null and email_verified_at is null;
-- They are deleted after a while.
create index account_unverified on account (created_at)
  where folded_email is not null and email_verified_at is null;
-- What administrators look for among accounts that came with sources, of which there may be many more.
create index account_of_person on account (id) where source_id is null and deleted_at is null;
create index account_by_typed_email on account (folded_email) where source_id is null and deleted_at is null;
create index administrator on account (id) where role = 'administrator';
-- Those who are told of edits that have been pending for long.
create index account_of_moderators on account (id) where role <> 'member';
create index account_by_digest on account (digest_at) where digest_at is not null;

-- One edit: what one account or one import changed at once.
create table edit (
  id {{identity}},
  at text not null,
  account_id bigint references account (id),
  source_id text not null references source (id),
  note text not null,
  -- Where a person has the facts from.
  source_url text not null default '',
  -- What the edit undoes, if it is an undo.
  undoes {{json}}
);
create index edit_by_account on edit (account_id, id) where account_id is not null;
create index edit_by_source on edit (source_id, id);

-- One line of the change log: a value of a record, or an entry of one of its parts, that an edit changed. Followers
-- read the log in the order of `seq`.
create table change (
  seq {{identity}},
  edit_id bigint not null references edit (id),
  at text not null,
  kind text not null,
  entity_id integer not null,
  key text not null,
  action text not null check (action in ('created', 'added', 'updated', 'deleted', 'destroyed')),
  iso_639_1 text not null,
  iso_3166_1 text not null,
  original_value {{json}},
  value {{json}},
  -- What undo needs: which value the change is about, and what it replaced beside the value itself (source, rank, lock,
  -- place). The value of a change with `same_value` is as it was.
  place text not null default '',
  same_value {{boolean}} not null default false,
  replaced {{json}}
);
create index change_by_record on change (kind, entity_id, seq);
create index change_by_edit on change (edit_id, seq);

-- A record that changed on a day, with the last time on that day: the lists of changed ids.
create table record_changed (
  kind text not null,
  day text not null,
  entity_id integer not null,
  last_at text not null,
  primary key (kind, day, entity_id)
) {{without_rowid}};

-- How far into the change log a follower has come, which keeps something beside the catalogue.
create table follower (
  name text primary key,
  seq bigint not null,
  -- What a follower makes has a version, and is made anew for all records where that changes: up to which record that
  -- has come, in the order of kinds and ids; null if nothing is being made anew.
  version integer not null default 1,
  rebuilt_kind text,
  rebuilt_id integer not null default 0
) {{without_rowid}};
-- Drawings of titles follow from the first change on.
insert into follower (name, seq) values ('drawing', 0);

-- A number that grows with every change of what servers keep in memory and the change log does not have.
create table revision (
  name text primary key,
  number bigint not null
) {{without_rowid}};
insert into revision (name, number) values ('keys', 0), ('authors', 0), ('votes', 0), ('lists', 0), ('ratings', 0);

-- Which record here has the number that a source gives it, so that the next import finds it again.
create table source_id_map (
  source_id text not null references source (id),
  kind text not null,
  foreign_id integer not null,
  id integer not null,
  primary key (source_id, kind, foreign_id)
) {{without_rowid}};
create index source_id_map_by_id on source_id_map (kind, id);

-- What a source outside calls a record: which record of the catalogue that is, and what a person has decided where it
-- was uncertain. Without a record it is left out, unless the decision is that the next import makes a new one.
create table source_key (
  source_id text not null references source (id),
  kind text not null,
  source_key text not null,
  entity_id integer,
  is_own {{boolean}} not null,
  decision text,
  primary key (source_id, kind, source_key)
) {{without_rowid}};
create index source_key_by_id on source_key (kind, entity_id);

-- A record of a source that may be one of several of the catalogue, until a person has looked at it.
create table import_review (
  source_id text not null references source (id),
  kind text not null,
  source_key text not null,
  title text not null,
  year integer,
  file text not null,
  guesses {{json}} not null,
  noted_at text not null,
  primary key (source_id, kind, source_key)
) {{without_rowid}};
create index import_review_by_time on import_review (noted_at, source_id, kind, source_key);
