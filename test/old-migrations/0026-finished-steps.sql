-- Steps of an upgrade that need code, and are done once after the migrations.
create table finished_step (
  name text primary key,
  at text not null
) {{without_rowid}};
