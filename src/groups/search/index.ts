import { collection } from './collection.ts'
import { company } from './company.ts'
import { keyword } from './keyword.ts'
import { list } from './list.ts'
import { movie } from './movie.ts'
import { multi } from './multi.ts'
import { person } from './person.ts'
import { tv } from './tv.ts'

export const searching = [collection, company, keyword, list, movie, multi, person, tv]
