-- When somebody got back into an account with a link or with help, until they have looked at what else opens it.
alter table account add column recovered_at text;
