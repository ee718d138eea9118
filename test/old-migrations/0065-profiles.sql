-- What others see of a person at /@name: nothing, unless the person says so.
alter table account add column has_public_profile {{boolean}} not null default false;
alter table account add column shows_ratings {{boolean}} not null default false;
-- Whether search engines may list the profile.
alter table account add column is_indexed {{boolean}} not null default true;
-- When a moderator hid the profile, and why.
alter table account add column profile_hidden_at text;
alter table account add column profile_hidden_reason text not null default '';
