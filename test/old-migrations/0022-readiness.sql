-- When a server last showed that it can write, if nothing else asked for it.
create table readiness (
  id integer primary key,
  written_at text not null
) {{without_rowid}};
