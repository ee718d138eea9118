-- Lists of movies and series that people make.

-- Ids of lists are never used again, so that no address of a deleted list leads to another one.
create table user_list_number (
  id integer primary key,
  last integer not null
);
insert into user_list_number (id, last) values (1, 0);

create table user_list (
  id integer primary key,
  account_id bigint not null references account (id) on delete cascade,
  name text not null,
  description text not null,
  iso_639_1 text not null,
  visibility text not null check (visibility in ('public', 'unlisted', 'private')),
  -- Of the address of an unlisted list.
  secret_digest text unique,
  -- The order in which it is shown, and the item whose picture is its cover; the first one if there is none.
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

-- The words of the names of public lists, for the search.
create table list_word (
  word text not null,
  list_id integer not null references user_list (id) on delete cascade,
  primary key (word, list_id)
) {{without_rowid}};
create index list_word_by_list on list_word (list_id);

insert into revision (name, number) values ('lists', 0);

