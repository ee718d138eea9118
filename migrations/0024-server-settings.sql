-- What the server is, as an administrator has said on its pages. What is given when the server is started wins.
create table server_setting (
  name text primary key,
  -- As it stands on the command line.
  value text not null
) {{without_rowid}};

-- Codes that the server has printed for whoever sets it up from another machine: their digests.
create table set_up_code (
  digest text primary key,
  expires_at text not null
) {{without_rowid}};

-- That the server was set up on its pages. At most one row: of several people who do so at once, one is the first.
create table set_up (
  id integer primary key,
  at text not null
);

-- The last backups, by the command or from the pages.
create table backup_made (
  at text primary key,
  folder text not null,
  pictures integer not null,
  bytes bigint not null
) {{without_rowid}};
