import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { TestContext } from 'node:test'
import type { Database } from '#src/database/database.ts'
import type { FormatOptions } from '#src/import/foreign/foreign-record.ts'
import { importForeign } from '#src/import/foreign/import-foreign.ts'
import type { Outcome, VideoFate } from '#src/import/foreign/staged-videos.ts'
import { findFormat } from '#src/import/formats/index.ts'
import { assertWorded } from './worded.ts'

/** A folder with files, by their paths inside it. */
export async function folderOf(
  context: Pick<TestContext, 'after'>,
  files: Readonly<Record<string, string | Uint8Array>>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-foreign-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  await writeFiles(folder, files)
  return folder
}

export async function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, dirname(name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
}

type Reading = Partial<Pick<FormatOptions, 'language' | 'columns'>> & { stdin?: Iterable<Uint8Array> }

/** Imports files of a format, and tells what became of them, with paths inside of `folder`. */
export async function importFormat(
  db: Database,
  name: string,
  folder: string,
  paths: readonly string[] = [''],
  {
    isDryRun = false,
    creates = false,
    keepsUndone = false,
    stdin = [],
    ...reading
  }: Reading & { isDryRun?: boolean; creates?: boolean; keepsUndone?: boolean } = {},
) {
  const format = findFormat(name)
  if (!format) throw new Error(`There is no format ${name}`)
  const scratch = await mkdtemp(join(tmpdir(), 'reelcommons-scratch-'))
  const within = (file: string) => file.replace(`${folder}/`, '')
  const refused: string[] = []
  const videos: Record<string, Outcome> = {}
  const recordsOf: Record<string, VideoFate['records']> = {}
  const unnamed: string[] = []
  const unresolved: string[] = []
  try {
    const { read, created, changed, unchanged, found, made, leftOut, reviews, ...summary } = await importForeign(
      db,
      format,
      paths.map((path) => (path === '-' ? path : join(folder, path))),
      {
        now: () => new Date('2026-03-01T08:00:00.000Z'),
        source: format.source,
        isDryRun,
        creates,
        keepsUndone,
        reading: { stdin: Readable.from(stdin), scratch, onBytes: () => {}, ...reading },
        onRefused({ file, line, field, reason }) {
          assertWorded(reason)
          refused.push(`${within(file)}:${line}: ${field === '' ? 'it' : field} ${reason}`)
        },
        onVideo({ file, outcome, records, isNamed }) {
          if (outcome === 'leftOut' && !isNamed) unnamed.push(within(file))
          videos[within(file)] = outcome
          recordsOf[within(file)] = records
        },
        onUnresolved: ({ file, line, field, target, id }) =>
          unresolved.push(`${within(file)}:${line} ${field}: ${target} ${id}`),
      },
    )
    return {
      records: { created, changed, unchanged },
      identified: { found, made, leftOut },
      reviews: reviews.map(({ kind, title, year, file, guesses }) => ({
        ...{ kind, title, year, file: within(file) },
        guesses: guesses.map(({ id }) => id),
      })),
      refused,
      unresolved,
      edit_id: summary.edit_id,
      /** What became of each video file, the records that it is about, those that nothing names, and how many. */
      ...(summary.videos && { videos, recordsOf, unnamed, counted: summary.videos }),
    }
  } finally {
    await rm(scratch, { recursive: true })
  }
}
