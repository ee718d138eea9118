-- Movies by the day on which they came out, with all that a list of those in cinemas is made from.
create index movie_by_release_date on movie (release_date, adult, popularity desc, id);

-- The best rated of those that have enough votes. Only few have, so that these indexes are small.
create index movie_by_rating on movie (adult, vote_average desc, id, vote_count) where vote_count >= 200;
create index series_by_rating on series (adult, vote_average desc, id, vote_count) where vote_count >= 200;
