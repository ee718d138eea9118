-- What accounts watch: records, the edits of an account, and searches.
create table record_watch (
  account_id bigint not null references account (id) on delete cascade,
  kind text not null,
  entity_id integer not null,
  created_at text not null,
  primary key (account_id, kind, entity_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index record_watch_by_record on record_watch (kind, entity_id);

create table account_watch (
  account_id bigint not null references account (id) on delete cascade,
  -- Whose edits are watched.
  watched_id bigint not null references account (id) on delete cascade,
  created_at text not null,
  primary key (account_id, watched_id)
) {{without_rowid}};
create index account_watch_by_watched on account_watch (watched_id);

-- A search for names, or one of recent changes; what it does not ask for is empty.
create table search_watch (
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
create unique index search_watch_by_account on search_watch (account_id, match_key, query);
create index search_watch_by_key on search_watch (match_key);
create index search_watch_by_person on search_watch (person_id) where person_id is not null;

-- What a notification is about, where further news of the same go into it until it is read.
alter table notification add column subject text;
create unique index notification_by_subject on notification (account_id, subject)
  where subject is not null and read_at is null;
create index notification_by_time on notification (at);

-- When the account last got a mail about what it watches, or asked for such mails; null: it gets none.
alter table account add column digest_at text;
create index account_by_digest on account (digest_at) where digest_at is not null;

-- Secrets in these mails, each of which ends them.
create table unsubscribe_link (
  digest text primary key,
  account_id bigint not null references account (id) on delete cascade,
  expires_at text not null
) {{without_rowid}};
create index unsubscribe_link_by_account on unsubscribe_link (account_id);
create index unsubscribe_link_by_end on unsubscribe_link (expires_at);
