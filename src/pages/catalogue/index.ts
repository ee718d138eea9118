import { browse } from './browse.ts'
import { company } from './company.ts'
import { episode } from './episode.ts'
import { movie } from './movie.ts'
import { network } from './network.ts'
import { order } from './orders.ts'
import { season } from './season.ts'
import { series } from './series.ts'

/** Titles, what is below series, companies and networks. */
export const catalogue = [...browse, movie, series, season, episode, order, company, network]
