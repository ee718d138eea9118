import type { Operation } from '#src/contract/operation.ts'
import { wordTable } from '#src/reference/word-table.ts'

/** Paths of older clients, by the operation that answers them as well. The contract does not show them. */
const olderPaths: Readonly<Record<string, readonly string[]>> = wordTable({
  'movie.credits': ['/3/movie/{movie_id}/casts'],
  'genres.movie': ['/3/genre/list'],
  'person.movie_credits': ['/3/person/{person_id}/credits'],
  'guest_session.rated_movies': ['/3/guest_session/{guest_session_id}/rated_movies'],
})

/** All paths at which an operation is found, the one of the contract first. */
export const pathsOf = ({ id, path }: Operation): readonly string[] => [path, ...(olderPaths[id] ?? [])]
