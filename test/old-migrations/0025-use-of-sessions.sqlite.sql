-- The day on which a session of an application was last used. Of those from before nobody knows, so they count as used
-- on the day of the upgrade.
alter table session add column last_used_on text not null default '';
update session set last_used_on = strftime('%Y-%m-%d', 'now');
create index session_by_use on session (last_used_on);
