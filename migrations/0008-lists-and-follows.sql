-- Lists of movies and series that people make, and what people follow.

-- The last id of a list, in a single row. Ids are never used again, so that no address of a deleted list leads to
-- another one.
create table user_list_number (
  id integer primary key,
  last integer not null
);
insert into user_list_number (id, last) values (1, 0);

-- A list that somebody makes.
create table user_list (
  id integer primary key,
  account_id bigint not null references account (id) on delete cascade,
  name text not null,
  description text not null,
  iso_639_1 text not null,
  visibility text not null check (visibility in ('public', 'unlisted', 'private')),
  -- Of the address of an unlisted list.
  secret_digest text unique,
  -- The order in which it is shown, and the title whose picture is its cover; the first one if there is none.
  sort_by text not null,
  cover_kind text,
  cover_id integer,
  created_at text not null,
  updated_at text not null,
  -- What moderators have hidden from others, and why.
  hidden text check (hidden in ('text', 'list')),
  hidden_reason text not null default ''
);
create index user_list_by_account on user_list (account_id, id);

-- A title on a list.
create table list_item (
  list_id integer not null references user_list (id) on delete cascade,
  kind text not null check (kind in ('movie', 'series')),
  entity_id integer not null,
  position integer not null,
  created_at text not null,
  primary key (list_id, kind, entity_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index list_item_by_position on list_item (list_id, position, kind, entity_id);
create index list_item_by_time on list_item (list_id, created_at, position);
create index list_item_by_record on list_item (kind, entity_id, list_id);

-- A word of the name of a public list, for the search.
create table list_word (
  word text not null,
  list_id integer not null references user_list (id) on delete cascade,
  primary key (word, list_id)
) {{without_rowid}};
create index list_word_by_list on list_word (list_id);

-- A title that was added to a followed list, until those who follow it are told.
create table list_addition (
  list_id integer not null references user_list (id) on delete cascade,
  kind text not null,
  entity_id integer not null,
  primary key (list_id, kind, entity_id)
) {{without_rowid}};

-- A list that an undo has hidden, or shown again, and what moderators had hidden of it before, and why.
create table list_undo (
  list_id integer primary key references user_list (id) on delete cascade,
  edit_id bigint not null,
  is_hidden {{boolean}} not null,
  hidden_before text,
  reason_before text not null
);
create index list_undo_by_edit on list_undo (edit_id, list_id);

-- A record that an account follows.
create table record_follow (
  account_id bigint not null references account (id) on delete cascade,
  kind text not null,
  entity_id integer not null,
  created_at text not null,
  primary key (account_id, kind, entity_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index record_follow_by_record on record_follow (kind, entity_id);

-- An account whose edits another account follows.
create table account_follow (
  account_id bigint not null references account (id) on delete cascade,
  -- Whose edits are followed.
  followed_id bigint not null references account (id) on delete cascade,
  created_at text not null,
  primary key (account_id, followed_id)
) {{without_rowid}};
create index account_follow_by_followed on account_follow (followed_id);

-- A search that an account follows: for names, or one of recent changes. What it does not ask for is empty.
create table search_follow (
  id {{identity}},
  account_id bigint not null references account (id) on delete cascade,
  what text not null check (what in ('names', 'edits')),
  query text not null,
  kind text not null,
  person_id bigint references account (id) on delete cascade,
  source_id text not null,
  iso_639_1 text not null,
  field text not null,
  -- By what a change finds the search: the longest word of a query, or all that a search of changes asks for.
  match_key text not null,
  created_at text not null
);
create unique index search_follow_by_account on search_follow (account_id, match_key, query);
create index search_follow_by_key on search_follow (match_key);
create index search_follow_by_person on search_follow (person_id) where person_id is not null;

-- A public list of somebody else that an account follows.
create table list_follow (
  account_id bigint not null references account (id) on delete cascade,
  list_id integer not null references user_list (id) on delete cascade,
  created_at text not null,
  primary key (account_id, list_id)
) {{without_rowid}};
create index list_follow_by_list on list_follow (list_id);
