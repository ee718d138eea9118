-- Public lists of others that accounts follow.
create table list_watch (
  account_id bigint not null references account (id) on delete cascade,
  list_id integer not null references user_list (id) on delete cascade,
  created_at text not null,
  primary key (account_id, list_id)
) {{without_rowid}};
create index list_watch_by_list on list_watch (list_id);

-- Titles that were added to a followed list, until its followers are told.
create table list_addition (
  list_id integer not null references user_list (id) on delete cascade,
  kind text not null,
  entity_id integer not null,
  primary key (list_id, kind, entity_id)
) {{without_rowid}};
