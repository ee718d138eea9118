import { movies } from './movies.ts'
import { regions } from './regions.ts'
import { series } from './series.ts'

export const watchProviders = [movies, regions, series]
