/** The reads of the specification that need no session: what the peer answers, by the names of our operations. */
export const peerOperations = [
  'changes.tv',
  'collection.details',
  'company.alternative_names',
  'company.details',
  'configuration.languages',
  'episode.videos',
  'find.by_id',
  'movie.reviews',
  'network.images',
  'person.movie_credits',
  'series.alternative_titles',
  'series.external_ids',
  'tv_series_lists.on_the_air',
] as const
