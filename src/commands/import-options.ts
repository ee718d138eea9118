import { allSources, isBuiltInSource, maxImportRank, type Source } from '#src/catalogue/sources.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { standardInput } from '#src/import/files/read-files.ts'
import type { Format } from '#src/import/foreign/foreign-record.ts'
import { findFormat, formats } from '#src/import/formats/index.ts'
import { recognise } from '#src/import/formats/recognise.ts'
import type { NamedSource } from '#src/import/import.ts'
import { hasSample, removeSample } from '#src/sample/removal.ts'
import { agrees } from './asking.ts'
import { alternatives, type Io, type readArguments, UsageError } from './command.ts'
import { count } from './progress.ts'

export const options = {
  'dry-run': { type: 'boolean' },
  strict: { type: 'boolean' },
  'map-ids': { type: 'boolean' },
  source: { type: 'string' },
  licence: { type: 'string' },
  rank: { type: 'string' },
  fetch: { type: 'boolean' },
  from: { type: 'string' },
  language: { type: 'string' },
  columns: { type: 'string' },
  sample: { type: 'string' },
  create: { type: 'boolean' },
  'keep-undone': { type: 'boolean' },
  all: { type: 'boolean' },
} as const

export type Values = ReturnType<typeof readArguments<typeof options>>['values']

/** The format that --from names; undefined for catalogue lines. */
export function formatOf(values: Values): Format | 'auto' | undefined {
  const { from, 'map-ids': mapsIds, language, columns } = values
  if (values.create && from !== 'nfo' && from !== 'auto')
    throw new UsageError('--create is only for --from nfo or auto.')
  if (values['keep-undone'] && !values.create) throw new UsageError('--keep-undone is only for --create.')
  if (values.all && !(values['dry-run'] && from)) throw new UsageError('--all is only for --dry-run with --from.')
  if (from === undefined) {
    if (language !== undefined || columns !== undefined) throw new UsageError('--language and --columns need --from.')
    return undefined
  }
  const format = from === 'auto' ? from : findFormat(from)
  if (!format)
    throw new UsageError(
      `--from has to be ${alternatives([...formats.map(({ name }) => name), 'auto'])}, not ${JSON.stringify(from)}.`,
    )
  if (mapsIds)
    throw new UsageError('--map-ids is only for catalogue lines: other formats find their records themselves.')
  if (language !== undefined && !/^[a-z]{2}(-[A-Z]{2})?$/.test(language))
    throw new UsageError(`--language has to be a code such as de or de-DE, not ${JSON.stringify(language)}.`)
  return format
}

/** The format that files are of, by what they hold. */
export async function formatOfFiles(paths: readonly string[], nameOf: (file: string) => string): Promise<Format> {
  for (const path of paths) {
    const format = path === standardInput ? undefined : findFormat((await recognise(path)) ?? '')
    if (format) return format
  }
  throw new UnknownFormatError(
    `The format of ${paths.map(nameOf).join(', ')} is not one of those known. Say what it is with --from: ` +
      `${alternatives(formats.map(({ name }) => name))}. Catalogue lines need no --from.`,
  )
}

/** Nobody can tell what files are of. */
class UnknownFormatError extends UsageError {
  override name = 'UnknownFormatError'
}

/** Files are for personal use alone, and the installation is not private. */
class PrivateOnlyError extends UsageError {
  override name = 'PrivateOnlyError'
}

/** What may only be used personally is read where nobody else sees it. */
export function refuseOpenly({ source, name }: Format, { private: isPrivate }: Config) {
  if (source.private_only && !isPrivate)
    throw new PrivateOnlyError(
      `Files of ${source.name} are for personal use only, so --from ${name} needs --private: then nobody sees the ` +
        'catalogue without signing in or a key. Start the server with --private, too.',
    )
}

/** Ids of the sample are also numbers that apps know, so filling the catalogue takes the sample away first. */
export async function takeSampleAway(db: Database, values: Values, io: Io) {
  if (values.sample !== undefined && values.sample !== 'remove' && values.sample !== 'keep')
    throw new UsageError(`--sample has to be remove or keep, not ${JSON.stringify(values.sample)}.`)
  if (values.sample === 'keep' || values['dry-run'] || !(await hasSample(db))) return
  const isRemoved = values.sample === 'remove' || (await agrees(io, 'Remove the sample catalogue first? [y/n] '))
  if (isRemoved === undefined)
    throw new UsageError(
      'The sample catalogue is still here, and its ids are also those of other films. Add --sample remove to remove ' +
        'it first (what people have used stays), or --sample keep.',
    )
  if (!isRemoved) return
  const { removed, kept } = await removeSample(db, new Date())
  io.stderr.write(`${count(removed)} records of the sample removed, ${count(kept.length)} kept.\n`)
}

/** The source that a person names for lines that name none, with what they say of it. */
export function namedSourceOf({ source: id, licence, rank }: Values): NamedSource | undefined {
  if (id === undefined) {
    if (licence !== undefined || rank !== undefined) throw new UsageError('--licence and --rank need --source.')
    return undefined
  }
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(id))
    throw new UsageError(
      '--source takes up to 100 letters, digits, dots, hyphens and underscores, beginning with a letter or a ' +
        `digit, not ${JSON.stringify(id)}.`,
    )
  const number = rank === undefined ? undefined : /^\d{1,4}$/.test(rank) ? Number(rank) : Number.NaN
  if (number !== undefined && !(number <= maxImportRank))
    throw new UsageError(`--rank has to be a whole number from 0 to ${maxImportRank}, not ${JSON.stringify(rank)}.`)
  if (isBuiltInSource(id) && (licence !== undefined || rank !== undefined))
    throw new UsageError(`${id} is a built-in source, so its licence and its rank cannot be changed.`)
  return { id, licence, rank: number }
}

/** The source of files in another format, which declare none. */
export async function sourceOf(db: Database, values: Values): Promise<Source | undefined> {
  const named = namedSourceOf(values)
  if (!named) return undefined
  const { id, licence, rank } = named
  const known = (await allSources(db)).find((source) => source.id === id)
  if (known) return { ...known, licence: licence ?? known.licence, rank: rank ?? known.rank }
  if (licence === undefined || rank === undefined)
    throw new UsageError(`${id} is a new source, so it needs --licence and --rank.`)
  return { id, name: id, licence, url: '', rank, redistributable: false }
}
