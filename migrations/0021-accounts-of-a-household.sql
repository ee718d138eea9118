-- Whether an administrator made the link to hand it over, which shows nothing about the address.
alter table mailed_link add column is_handed {{boolean}} not null default false;
-- How a person sees the pages: light, dark, or as the device is set; empty: as chosen in the browser.
alter table account add column appearance text not null default '';
