import { all } from './all.ts'
import { movie } from './movie.ts'
import { person } from './person.ts'
import { tv } from './tv.ts'

export const trending = [all, movie, person, tv]
