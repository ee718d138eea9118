-- What somebody has decided is meant by a title of a file: a record, or none. `wanted` is the id that the source has
-- for it, or else its name and year, so that the next import of it asks nothing again.
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
