-- Each number grows with every change of what servers keep in memory beside the catalogue, which has its change log.
create table revision (
  name text primary key,
  number bigint not null
) {{without_rowid}};
insert into revision (name, number) values ('keys', 0), ('authors', 0);
