-- Series are listed by popularity. The index has all that it takes to tell which ones a list shows, so that the rows of
-- the others, which are many and long, are not read.
create index series_by_popularity on series (adult, popularity desc, id);
