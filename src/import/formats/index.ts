import type { Format } from '../foreign/foreign-record.ts'
import { csv } from './csv.ts'
import { imdb } from './imdb/imdb.ts'
import { nfo } from './nfo/nfo.ts'
import { tvmaze } from './tvmaze/tvmaze.ts'
import { wikidata } from './wikidata/wikidata.ts'

/** Every format that can be imported, beside catalogue lines. */
export const formats: readonly Format[] = [nfo, wikidata, imdb, tvmaze, csv]

export const findFormat = (name: string): Format | undefined => formats.find((format) => format.name === name)
