import { stat } from 'node:fs/promises'
import { type Static, Type } from 'typebox'
import type { Config } from '#src/config.ts'
import { requireAdministrator } from '#src/contract/access.ts'
import { nullable } from '#src/contract/schema.ts'
import { write } from '#src/contract/write.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { jobColumns, shownColumns, startJob } from '#src/jobs/jobs.ts'
import { JobFailure, jobKind, type Step } from '#src/jobs/kind.ts'
import { FatedTitle } from '../foreign/title-fates.ts'
import { type ImportProcess, startImport } from './import-process.ts'
import { forgetUpload, pathOfUpload } from './uploads.ts'

/** How often an import is begun again that was killed with its server. */
export const maxStarts = 5
/** Between two looks at an import, and before it is tried again while another one works. */
const LOOK_MS = 400
const BUSY_MS = 5_000
/** Imports of an account that are listed. */
const maxListed = 20

const Place = Type.Union([
  Type.Object({ upload: Type.String(), name: Type.String() }),
  Type.Object({ folder: Type.String() }),
])
const Input = Type.Object({
  place: Place,
  /** `auto`, or the name of a format. */
  format: Type.String(),
  /** Of texts that do not name theirs; empty for English. */
  language: Type.String(),
  /** What the columns of a table hold; empty where their names say it. */
  columns: Type.String(),
  sample: Type.Union([Type.Literal('remove'), Type.Literal('keep')]),
  is_dry_run: Type.Boolean(),
  /** Whether what has nothing but the name of a file becomes a record. */
  creates: Type.Optional(Type.Boolean()),
})
export type FillInput = Static<typeof Input>

const Refused = Type.Object({
  file: Type.String(),
  line: Type.Integer(),
  field: Type.String(),
  reason: Type.String(),
})
export const Summary = Type.Object({
  format: Type.String(),
  refused: Type.Integer(),
  created: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  deleted: Type.Integer(),
  leftOut: Type.Integer(),
  edit_id: nullable(Type.Integer()),
  titles: Type.Optional(
    Type.Object({ made: Type.Integer(), found: Type.Integer(), left: Type.Integer(), unknown: Type.Integer() }),
  ),
  videos: Type.Optional(
    Type.Object({ found: Type.Integer(), made: Type.Integer(), leftOut: Type.Integer(), extra: Type.Integer() }),
  ),
})
const State = Type.Object({
  starts: Type.Integer(),
  refusals: Type.Array(Refused),
  refused: Type.Integer(),
  summary: nullable(Summary),
  /** Films and series and what becomes of them, once that is known of all. */
  titles: Type.Optional(Type.Array(FatedTitle)),
})
type State = Static<typeof State>

const Left = Type.Object({ state: State })

const beginningOfFill: State = { starts: 0, refusals: [], refused: 0, summary: null }
/** What starts an import; `fillJobIn` does it. */
const fillJob = { name: 'fill_catalogue' }

/** Starts an import; undefined if its administrator has as many open jobs as an account may have. */
export const beginFill = write([], ({ db, now, account }, input: FillInput) => {
  requireAdministrator(account)
  return startJob(db, fillJob, { account_id: account.id, input, state: beginningOfFill, phase: 'reading', now })
})

/** Looks at what an import of a folder would do, whatever it has. */
export const lookAtFolder = (tx: Database, { folder, ...begun }: { account_id: number; folder: string; now: Date }) => {
  const reading = { format: 'auto', language: '', columns: '' }
  const input: FillInput = { ...reading, place: { folder }, sample: 'keep', is_dry_run: true }
  return startJob(tx, fillJob, { ...begun, input, state: beginningOfFill, phase: 'reading' })
}

/** The path that an import reads; undefined if the file is gone, or lies on another machine. */
export async function pathOf(config: Config, place: FillInput['place']): Promise<string | undefined> {
  const path = 'folder' in place ? place.folder : pathOfUpload(config, place)
  return path !== undefined && (await stat(path).catch(() => undefined)) ? path : undefined
}

type Read = Omit<FillInput, 'place'> & { keepsUndone?: boolean }

/** What an import is called with. */
export const wordsOf = (
  { format, language, columns, sample, is_dry_run, creates, keepsUndone }: Read,
  path: string,
): string[] => [
  `--from=${format}`,
  `--sample=${sample}`,
  ...(language === '' ? [] : [`--language=${language}`]),
  ...(columns === '' ? [] : [`--columns=${columns}`]),
  ...(is_dry_run ? ['--dry-run'] : []),
  // Only these files have names to make records by.
  ...(creates && (format === 'nfo' || format === 'auto')
    ? ['--create', ...(keepsUndone ? ['--keep-undone'] : [])]
    : []),
  '--',
  path,
]

/**
 * Imports for pages. The work is that of the command line, in a process of its own; a step looks how far it has come.
 * An import that was killed with its server is begun anew, which completes it, as the same import a second time does.
 */
export function fillJobIn(config: Config, signal: AbortSignal) {
  const running = new Map<number, ImportProcess>()
  signal.addEventListener('abort', () => {
    for (const { stop } of running.values()) stop()
  })

  async function begin(id: number, input: FillInput, { starts }: State): Promise<ImportProcess> {
    const path = await pathOf(config, input.place)
    if (path === undefined) throw new JobFailure('file_gone')
    if (starts >= maxStarts) throw new JobFailure('fault')
    const begun = startImport(config, wordsOf(input, path))
    running.set(id, begun)
    return begun
  }

  return jobKind({
    ...{ ...fillJob, input: Input, state: State },
    async step(_db, { id, input, state }) {
      const known = running.get(id)
      const { seen } = known ?? (await begin(id, input, state))
      const { progress, refusals, refused, summary, failure, hasEnded, titles } = seen
      const starts = state.starts + (known ? 0 : 1)
      if (hasEnded && (failure === 'ImportRunningError' || failure === 'killed')) {
        running.delete(id)
        const waiting: Step<State> = {
          ...{
            state: { ...state, starts: failure === 'killed' ? starts : state.starts },
            isDone: false,
            waitMs: BUSY_MS,
          },
          progress: { phase: 'waiting', done: 0, total: null },
        }
        return async () => waiting
      }
      if (hasEnded && failure !== undefined) throw new JobFailure(failure)
      const isDone = hasEnded && summary !== undefined
      const ended = { summary: (isDone && summary) || null, ...(isDone && { titles: [...titles] }) }
      const after = { starts, refusals: [...refusals], refused, ...ended }
      return async () => ({ state: after, progress, isDone, waitMs: LOOK_MS })
    },
    async ended(tx, { id, input: { place, is_dry_run } }, ending) {
      running.get(id)?.stop()
      running.delete(id)
      if (ending !== 'done' || is_dry_run || !('upload' in place)) return
      // What was left out is imported from the same file, once somebody has decided.
      const left = await tx.one(Left, sql`select state from job where id = ${id}`)
      if (!left?.state.summary?.leftOut) await forgetUpload(config, place.upload)
    },
  })
}

const Found = Type.Object({ ...jobColumns, input: Input, state: State })
export type Fill = Static<typeof Found>

const columns = sql`${shownColumns}, job.input, job.state`

/** An import that an account has started; undefined if there is none. */
export const findFill = (db: Reader, id: number, account_id: number): Promise<Fill | undefined> =>
  db.one(
    Found,
    sql`select ${columns} from job where id = ${id} and account_id = ${account_id} and kind = ${fillJob.name}`,
  )

const Listed = Type.Object({ ...jobColumns, input: Input })
export type ListedFill = Static<typeof Listed>

/** The imports that an account has started, the last one first, without what became of them. */
export const listFills = (db: Reader, account_id: number): Promise<ListedFill[]> =>
  db.all(
    Listed,
    sql`
    select ${shownColumns}, job.input from job where account_id = ${account_id} and kind = ${fillJob.name}
    order by id desc ${limit(maxListed)}`,
  )
