-- On a private server members see each other unless they choose otherwise; on an open one it is the other way round.

-- For whom a person has chosen what others see of them: for members, on a private server, or for everyone; null: the
-- person has not chosen.
alter table account add column privacy_chosen_for text check (privacy_chosen_for in ('members', 'everyone'));
-- Those who were here before were told that nobody sees their profile until they say so.
update account set privacy_chosen_for = 'everyone' where source_id is null and deleted_at is null;

-- Those whose profile is seen, by name.
create index member_by_name on account (folded_username)
  where has_public_profile and source_id is null and deleted_at is null and disabled_at is null
    and profile_hidden_at is null;
-- The reviews of a person, also the last ones.
drop index review_by_account;
create index review_by_account on review (account_id, created_at);
-- Reviews of one person are seldom of the same moment.
insert into sqlite_stat1 (tbl, idx, stat) values ('review', 'review_by_account', '200000 10 1 1 1 1');
analyze sqlite_schema;
