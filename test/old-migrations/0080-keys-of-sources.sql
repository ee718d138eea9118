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

-- Records of a source that may be one of several of the catalogue; a person looks at them.
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
