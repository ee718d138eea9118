import { movieList, tvList } from './lists.ts'
import { movies } from './movies.ts'

export const genres = [movieList, tvList, movies]
