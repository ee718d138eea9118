import { states } from './account-states.ts'
import { changes } from './changes.ts'
import { details } from './details.ts'
import { latest } from './latest.ts'
import { similarMovies } from './similar-movies.ts'

export const movies = [states, changes, details, latest, similarMovies]
