-- Since when moderators trust a member: then weighty edits count at once, and the member looks at those of others.
alter table account add column trusted_at text;
-- What somebody wanted to know before deciding about an edit, who asked, and what the author answered.
alter table waiting_edit add column question text not null default '';
alter table waiting_edit add column asked_by bigint;
alter table waiting_edit add column answer text not null default '';
-- When moderators were told that the edit has been waiting for long.
alter table waiting_edit add column told_at text;
-- Those who are told what waits for long.
create index account_of_moderators on account (id) where role <> 'member';
