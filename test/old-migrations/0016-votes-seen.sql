-- The records whose images were voted on last, so that replies that show them are rendered again. The number of a vote
-- is that of its revision; its place is what is left of it in a ring, so that there are never more rows than places.
create table voted_record (
  place integer primary key,
  number bigint not null,
  kind text not null,
  entity_id integer not null
) {{without_rowid}};
insert into revision (name, number) values ('votes', 0);
