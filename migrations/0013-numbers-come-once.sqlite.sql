-- The number of a row that is gone never comes again: who has noted it, or has a page open that names it, would act on
-- something else. SQLite gives the highest number of a table again once its row is deleted, unless the column says
-- autoincrement. No rows of edit and change are ever deleted. The rows of a table stay as they are: only its definition
-- changes, and sqlite_sequence has the highest number that was given. Tables of later migrations have the token
-- numbered instead of identity.

-- This makes sqlite_sequence.
create table first_numbered (id integer primary key autoincrement);
drop table first_numbered;

insert into sqlite_sequence (name, seq)
select 'account', coalesce(max(id), 0) from account
union all select 'api_key', coalesce(max(id), 0) from api_key
union all select 'access_token', coalesce(max(id), 0) from access_token
union all select 'browser_session', coalesce(max(id), 0) from browser_session
union all select 'sign_in_place', coalesce(max(id), 0) from sign_in_place
union all select 'sign_in_step', coalesce(max(id), 0) from sign_in_step
union all select 'passkey', coalesce(max(id), 0) from passkey
union all select 'passkey_challenge', coalesce(max(id), 0) from passkey_challenge
union all select 'invitation', coalesce(max(id), 0) from invitation
union all select 'mail', coalesce(max(id), 0) from mail
union all select 'notification', coalesce(max(id), 0) from notification
union all select 'security_event', coalesce(max(id), 0) from security_event
union all select 'search_follow', coalesce(max(id), 0) from search_follow
union all select 'waiting_rating', coalesce(max(id), 0) from waiting_rating
union all select 'guest_session', coalesce(max(id), 0) from guest_session
union all select 'kept_aside', coalesce(max(id), 0) from kept_aside
union all select 'job', coalesce(max(id), 0) from job
union all select 'kept_import', coalesce(max(id), 0) from kept_import
union all select 'pending_edit', coalesce(max(id), 0) from pending_edit
union all select 'report', coalesce(max(id), 0) from report
union all select 'record_lock', coalesce(max(id), 0) from record_lock
union all select 'act', coalesce(max(id), 0) from act;

pragma writable_schema = on;
update sqlite_schema
set sql = replace(sql, ' id integer primary key,', ' id integer primary key autoincrement,')
where type = 'table' and name in (select name from sqlite_sequence);
pragma writable_schema = reset;
