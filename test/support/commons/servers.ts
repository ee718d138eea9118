import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { undo } from '#src/catalogue/edits/undo/undo.ts'
import { StatementError } from '#src/catalogue/statements/check.ts'
import { wantWhole } from '#src/commons/following/followings.ts'
import { ownInstance } from '#src/commons/following/own-instance.ts'
import { wholeSelection } from '#src/commons/following/selection.ts'
import { type Config, readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { importInputs } from '#src/import/import.ts'
import { withPictures } from '#src/import/pictures.ts'
import { openMedia } from '#src/media/media.ts'
import { nameIn } from '#src/media/names.ts'
import { png } from '../media/bytes.ts'
import { followedAt, openFollower } from './follower.ts'
import { hearNext } from './heard.ts'
import { Killed, lifeOf, mortal } from './mortal.ts'
import { leavingOwn } from './own-values.ts'
import { publishedIn, publishInto } from './published.ts'

/** What becomes of a round of a follower. */
export type Fate = { is: 'whole' } | { is: 'killed'; after: number } | { is: 'away' } | { is: 'flipped'; at: number }

export type Clock = { now: Date }
export const openClock = (): Clock => ({ now: new Date(followedAt) })
export const pass = (clock: Clock, minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}

/** A server that others follow. */
type Publisher = { folder: string; id(): Promise<string> }
export type Server = Awaited<ReturnType<typeof openServer>>
type Ends = { after(end: () => unknown): void }
/** One that republishes hands on what it follows. */
type Circumstances = { clock: Clock; republishes: boolean }

async function untilKilled<Result, Otherwise>(work: () => Promise<Result>, otherwise: Otherwise) {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Killed) return otherwise
    throw error
  }
}

/** A server without its interface: what it publishes, and what it follows. */
export async function openServer(ends: Ends, db: Migratable, { clock, republishes }: Circumstances) {
  const settings = republishes ? { republish: 'true' } : {}
  const data = await mkdtemp(join(tmpdir(), 'reelcommons-server-'))
  ends.after(() => rm(data, { recursive: true, force: true }))
  ends.after(() => db.close())
  const folder = join(data, 'dump')
  const { config } = readConfig({ data, database: '', site: 'https://films.example', ...settings }, {})
  const follower = await openFollower(ends as never, db, { config })
  follower.round.failed = (error) => void (error instanceof Killed || follower.faults.push(error))
  let fresh = 0

  /** False if it was ended before. */
  const publish = (killedAfter?: number): Promise<boolean> =>
    untilKilled(async () => {
      const place = { data, folder, at: clock.now.toISOString(), settings }
      await publishInto(mortal(db, lifeOf(killedAfter)), place)
      return true
    }, false)

  async function round(id: string, killedAfter?: number) {
    follower.clock.now = clock.now
    Object.assign(follower.round, { db: mortal(db, lifeOf(killedAfter)), own: await ownInstance({ data }) })
    const killed = { outcome: 'killed', problem: null, detail: '' } as const
    return leavingOwn(db, () => untilKilled(() => follower.take(id), killed))
  }

  return {
    db,
    folder,
    follower,
    publish,
    id: async () => (await ownInstance({ data })) as string,
    follow: (from: Publisher, hasPictures: boolean) =>
      follower.follow(from.folder, {
        selection: { ...wholeSelection, pictures: hasPictures ? 'fetch' : 'none' },
      }),
    ...picturesOf(db, config, clock),
    /** How far it has published. */
    position: async () => (await publishedIn(folder)).packets.last,
    /** Publishes all that there is into another folder. */
    async publishedNow(): Promise<string> {
      const other = join(data, `fresh-${++fresh}`)
      await publishInto(db, { data, folder: other, at: clock.now.toISOString(), settings })
      return other
    },
    wantWhole: (id: string) => wantWhole(db, id),
    config,
    /** Hears what another one tells as it happens; it waits until the next round if there is none. */
    async hear(from: Publisher & { db: Database; config: Config }, fate: Fate): Promise<void> {
      if (!(await hearNext({ ...from, now: clock.now }, db, follower))) return
      if (fate.is === 'away' || fate.is === 'flipped') return
      const { problem, detail, outcome } = await round(await from.id(), fate.is === 'killed' ? fate.after : undefined)
      if (outcome !== 'killed') assert.deepEqual([problem, detail], [null, ''])
    },
    /** Takes in what another one has published by now. */
    async take(from: Publisher, fate: Fate): Promise<void> {
      const id = await from.id()
      if (fate.is === 'away')
        return away(from, async () => assert.match(String((await round(id)).problem), /unreachable|refused/))
      if (fate.is === 'flipped') return flipped(from, fate.at, async () => void (await round(id)))
      const { problem, detail, outcome } = await round(id, fate.is === 'killed' ? fate.after : undefined)
      if (outcome !== 'killed') assert.deepEqual([problem, detail], [null, ''])
    },
    undo: (which: number) => undoOne(db, which, clock.now),
  }
}

/** Undoes one of the latest edits of people here. */
async function undoOne(db: Database, which: number, at: Date): Promise<void> {
  const edits = await db.all(Id, sql`select id from edit where source_id = 'people' order by id desc ${limit(6)}`)
  const chosen = edits[which % Math.max(edits.length, 1)]
  if (!chosen) return
  await undo(db, { of: 'edit', edit_id: chosen.id }, { account_id: null, at }).catch((error) => {
    if (!(error instanceof StatementError)) throw error
  })
}

const low = { id: 'low', name: 'low', licence: 'CC0-1.0', url: '', rank: 10, redistributable: true }

function picturesOf(db: Database, config: Config, clock: Clock) {
  const open = () =>
    openMedia({
      ...{ db, config },
      onError(error) {
        throw error
      },
    })
  return {
    /** Takes in a picture of a movie or a series, one of several. */
    async addPicture(of: 'movie' | 'series', id: number, which: number, isStored: boolean): Promise<void> {
      const media = open()
      const title = of === 'movie' ? { title: 'Shown' } : { name: 'Shown' }
      const image = { file_path: `/shown-${which}.png`, iso_639_1: null, licence: 'CC0-1.0' }
      const text = JSON.stringify({ kind: of, id, ...title, source: 'low', images: { posters: [image] } })
      async function* inputs() {
        yield [{ file: 'lines', number: 1, bytes: text.length, text }]
      }
      const contentOf = () => png(200 + 10 * which, 300, 300)
      const lines = isStored ? withPictures(inputs(), { media, isTrial: false, contentOf }) : inputs()
      try {
        await importInputs(db, lines, { now: () => clock.now, isIdentified: true, source: low })
      } finally {
        await media.close()
      }
    },
    /** Whether the original of a picture is here. */
    async hasOriginal(file_path: string) {
      const media = open()
      const name = nameIn(file_path)
      const file = name && (await media.store.fileOf?.(name))
      await media.close()
      return file !== undefined && existsSync(file)
    },
  }
}

/** Nobody reaches what a server publishes meanwhile. */
async function away({ folder }: Publisher, work: () => Promise<unknown>) {
  await rename(folder, `${folder}-away`)
  try {
    await work()
  } finally {
    await rename(`${folder}-away`, folder)
  }
}

/** Somewhere in what a server has published last is another byte meanwhile. */
async function flipped({ folder }: Publisher, at: number, work: () => Promise<unknown>) {
  const { packets } = await publishedIn(folder)
  const places = [
    'manifest.json',
    'manifest.sig',
    ...(packets.newest.at(-1) ? [packets.newest.at(-1)?.path ?? ''] : []),
  ]
  const path = join(folder, places[at % places.length] as string)
  const bytes = await readFile(path)
  const changed = Buffer.from(bytes)
  changed[at % bytes.length] = (bytes[at % bytes.length] as number) ^ 1
  await writeFile(path, changed)
  try {
    await work()
  } finally {
    await writeFile(path, bytes)
  }
}

const Touched = Type.Object({ kind: Type.String(), entity_id: Type.Integer() })

/** The records that somebody here has changed, whatever came in. */
export async function touchedHere({ db }: Server, followed: readonly string[]): Promise<Set<string>> {
  const rows = await db.all(
    Touched,
    sql`
    select distinct c.kind, c.entity_id from change c join edit e on e.id = c.edit_id
    where e.source_id <> 'reference' and not ${db.engine.anyOf(
      sql`e.source_id`,
      followed.map((id) => id.slice(0, 16)),
    )}`,
  )
  return new Set(rows.map(({ kind, entity_id }) => `${kind} ${entity_id}`))
}
