-- That an administrator has dismissed the page Setup, and what was still to do then. At most one row.
create table setup_dismissal (
  id integer primary key,
  dismissed_at text not null,
  open_findings {{json}} not null
);
