import type { Format } from '../foreign/foreign-record.ts'
import { nfo } from './nfo/nfo.ts'

/** Every format that can be imported, beside catalogue lines. */
export const formats: readonly Format[] = [nfo]

export const findFormat = (name: string): Format | undefined => formats.find((format) => format.name === name)
