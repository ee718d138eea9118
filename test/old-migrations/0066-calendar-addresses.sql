-- The address at which programs read what airs of what an account follows. It has a secret, of which there is a digest.
create table calendar_address (
  account_id bigint not null references account (id) on delete cascade,
  secret_digest text not null unique,
  created_at text not null,
  primary key (account_id)
) {{without_rowid}};
