import { InterruptedError, openInterruption } from '#src/background/interruption.ts'
import { settingsNow } from '#src/background/stored-settings.ts'
import { kindNames } from '#src/catalogue/kinds.ts'
import { locationOf, openCatalogue, openExistingCatalogue } from '#src/catalogue/open-catalogue.ts'
import type { FollowProgress } from '#src/commons/following/apply.ts'
import { findFollowing, listFollowings, maxFollowings } from '#src/commons/following/followings.ts'
import { ownInstance } from '#src/commons/following/own-instance.ts'
import { FollowProblem, type Problem } from '#src/commons/following/problems.ts'
import { connectingOf } from '#src/commons/following/reaching/connecting.ts'
import { followOnce } from '#src/commons/following/round.ts'
import {
  beginFollowing,
  changeState,
  leastRank,
  measureFollowing,
  mostRank,
  type Preview,
  previewOf,
  removeFollowing,
  rewind,
  sizeOf,
  usualRank,
} from '#src/commons/following/wishes.ts'
import { fingerprintOf, instanceIdFrom } from '#src/commons/format/signatures.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { tryLock } from '#src/database/locks.ts'
import { importingFirst } from '#src/import/first-import.ts'
import { ImportRunningError } from '#src/import/staging.ts'
import { followed as commons } from '#src/texts/en/followed.ts'
import { agrees } from '../asking.ts'
import { alternatives, type Command, exitCode, type Io, readArguments, UsageError } from '../command.ts'
import { count, showProgress } from '../progress.ts'
import { tableOf } from '../table.ts'
import { offerBack, token } from './corrections.ts'
import { rankOf, selectionOf, wantsLiveIn } from './follow-wishes.ts'
import { withOne } from './followed-one.ts'

const options = {
  kinds: { type: 'string' },
  languages: { type: 'string' },
  pictures: { type: 'string' },
  rank: { type: 'string' },
  live: { type: 'string' },
  fingerprint: { type: 'string' },
  to: { type: 'string' },
  yes: { type: 'boolean' },
  server: { type: 'string' },
  forget: { type: 'boolean' },
  all: { type: 'boolean' },
} as const
type Values = ReturnType<typeof readArguments<typeof options>>['values']

const MiB = 1_048_576
export const follow: Command = {
  usage: [
    'ADDRESS|PATH [--kinds K] [--languages L] [--pictures P] [--rank N] [--live L] [--fingerprint F] [--yes]',
    'list',
    'pause|resume|stop FINGERPRINT',
    'rewind FINGERPRINT --to DATE [--yes]',
    'remove FINGERPRINT [--yes]',
    'token FINGERPRINT [--server ADDRESS] [--forget]',
    'offer FINGERPRINT [KIND ID] [--all]',
  ],
  about:
    'Takes in a catalogue that another server publishes, and has this one keep it up to date while it serves. It ' +
    'shows whose catalogue that is, its licences, its size and its fingerprint, and asks first. rewind undoes what ' +
    'has come in since a day and pauses; remove takes all out that came in. token reads the access token of a ' +
    'member there from standard input, and offer has corrections sent back, or says what has become of them.',
  words: [
    ['ADDRESS', 'the address of a server that publishes its catalogue, such as https://films.example'],
    ['PATH', 'a folder with the files of a published catalogue, such as a stick, for a house without a network'],
    ['FINGERPRINT', 'which followed catalogue: its fingerprint, or as much of it as tells it apart'],
    ['--kinds K', `which kinds come in, such as movie,person: ${alternatives(kindNames)}; all by default`],
    ['--languages L', 'in which languages besides English, such as de,fr; all by default'],
    ['--pictures P', 'none or fetch; none by default'],
    ['--rank N', `from ${leastRank} to ${mostRank}; ${usualRank} by default`],
    ['--live L', 'on or off: whether changes come in as they happen, where that is offered; on by default'],
    ['--fingerprint F', 'refuse a catalogue with another fingerprint'],
    ['--to DATE', 'a day, such as 2026-11-20, or a moment in UTC'],
    ['--yes', 'do not ask'],
    ['--server ADDRESS', 'where the members of the publisher sign in, if its files are elsewhere'],
    ['--forget', 'remove the token'],
    ['KIND ID', 'a record of which corrections are sent, such as movie 5000001'],
    ['--all', 'send all corrections by people here'],
  ],
  examples: ['follow https://films.example', 'follow list', 'follow rewind 3f9a --to 2026-11-20'],
  async run(argv, io) {
    const { config, values, words } = readArguments(argv, io, options)
    const [first = '', second = '', ...more] = words
    const action = actions[first]
    const most = first === 'offer' ? 2 : 0
    if (first === '' || more.length > most || (second !== '') !== (action?.needsOne ?? false))
      throw new UsageError('follow needs an address, or what to do with a followed catalogue.')
    try {
      return await (action
        ? action.run({ config, values, io, named: second, more })
        : begin({ config, values, io, named: first, more }))
    } catch (error) {
      if (error instanceof FollowProblem) throw new Error(problemText(error.problem))
      throw error
    }
  },
}

type Given = { config: Config; values: Values; io: Io; named: string; more: readonly string[] }

const actions: Readonly<Record<string, { needsOne: boolean; run(given: Given): Promise<number> } | undefined>> =
  Object.assign(Object.create(null), {
    list: { needsOne: false, run: list },
    pause: { needsOne: true, run: (given: Given) => change(given, 'paused') },
    resume: { needsOne: true, run: (given: Given) => change(given, 'following') },
    stop: { needsOne: true, run: (given: Given) => change(given, 'stopped') },
    rewind: { needsOne: true, run: goBack },
    remove: { needsOne: true, run: takeOut },
    token: { needsOne: true, run: token },
    offer: { needsOne: true, run: offerBack },
  })

export const problemText = ({ is, detail }: Problem): string =>
  `${commons.problems[is]}${detail === '' ? '' : ` (${detail})`}`

async function begin({ config: given, values, io, named }: Given): Promise<number> {
  const selection = selectionOf(values)
  const rank = rankOf(values)
  const wantsLive = wantsLiveIn(values)
  const wanted = values.fingerprint === undefined ? undefined : instanceIdFrom(values.fingerprint)
  if (values.fingerprint !== undefined && wanted === undefined)
    throw new UsageError('--fingerprint has to be 32 hexadecimal digits.')
  const preview = await previewOf(named, connectingOf(given), new Date())
  if (wanted !== undefined && preview.id !== wanted)
    throw new Error(`The catalogue has another fingerprint: ${fingerprintOf(preview.id)}.`)
  if (preview.id === (await ownInstance(given))) throw new Error(commons.itself)
  io.stderr.write(previewText(preview))
  const isAgreed = values.yes || (await agrees(io, 'Follow it? [y/n] '))
  if (isAgreed === undefined) throw new UsageError('Nobody can be asked here. Add --yes to follow it.')
  if (!isAgreed) return exitCode.failed
  const db = await openCatalogue(given, 'bulk')
  const interruption = openInterruption()
  const progress = showProgress(io.stderr, 'lines')
  try {
    const config = await settingsNow(db, given)
    const begun = await beginFollowing(db, { preview, selection, rank, wantsLive }, { by: null, now: new Date() })
    if (!begun) throw new Error(commons.tooMany(maxFollowings))
    const round = {
      ...{ db, config, clock: () => new Date(), signal: interruption.signal, own: await ownInstance(config) },
      connecting: connectingOf(config),
      onProgress: (told: FollowProgress) =>
        progress.show({ ...told, ...(told.phase === 'downloading' && { unit: 'bytes' }) }),
      failed: (error: unknown) => io.stderr.write(`${error instanceof Error ? error.message : error}\n`),
    }
    const indexes = (done: number, of: number) =>
      progress.show({ phase: 'building indexes', done, of, unit: 'indexes' })
    let outcome = await importingFirst(db, indexes, () => followOnce(preview.id, round))
    while (outcome === 'more') outcome = await followOnce(preview.id, round)
    progress.clear()
    return await ended(db, preview, { outcome, isPrivate: given.followPrivate }, io)
  } catch (error) {
    if (!(error instanceof InterruptedError)) throw error
    progress.clear()
    io.stderr.write('Interrupted. The server goes on with it, or the same command.\n')
    return interruption.exitCode()
  } finally {
    await db.close()
    interruption.close()
  }
}

type Ended = { outcome: string; isPrivate: boolean }

async function ended(db: Database, { id, address }: Preview, { outcome, isPrivate }: Ended, io: Io): Promise<number> {
  const following = await findFollowing(db, id)
  if (outcome === 'busy') {
    io.stderr.write('An import into this catalogue is running. The server begins when it has finished.\n')
    return exitCode.done
  }
  if (following?.problem) throw new Error(problemText(following.problem))
  const { created = 0, changed = 0, refused = 0 } = following?.counts ?? {}
  const left = refused > 0 ? `, ${count(refused)} lines did not fit` : ''
  io.stdout.write(`${count(created)} records created, ${count(changed)} changed${left}.\n`)
  const also = isPrivate && /^https?:/.test(address) ? ', with --follow-private as well' : ''
  io.stderr.write(`From now on the server keeps it up to date while it serves${also}.\n`)
  return exitCode.done
}

function previewText(preview: Preview): string {
  const { manifest, address, id } = preview
  const { bytes, lines } = sizeOf(preview)
  const sources = manifest.sources.map(({ name, licence }) => `  ${name}: ${licence}`)
  return [
    `${manifest.instance.name}, at ${address}`,
    `Fingerprint: ${fingerprintOf(id)}`,
    `Size: ${(bytes / MiB).toFixed(1)} MiB, ${count(lines)} lines, as of ${manifest.time}`,
    'Sources and licences:',
    ...sources.slice(0, maxSourcesShown),
    ...(sources.length > maxSourcesShown ? [`  and ${sources.length - maxSourcesShown} more`] : []),
    '',
  ].join('\n')
}
const maxSourcesShown = 20

async function list({ config, io }: Given): Promise<number> {
  const db = await openExistingCatalogue(config)
  try {
    const rows = (await listFollowings(db)).map((one) => [
      ...[fingerprintOf(one.id), one.name, commons.states[one.state]],
      one.offered ? `${one.packet} of ${one.offered.packet}` : String(one.packet),
      ...[one.applied_at ?? '', one.address, one.problem ? problemText(one.problem) : ''],
    ])
    const head = ['FINGERPRINT', 'NAME', 'STATE', 'PACKET', 'CAME IN', 'ADDRESS', 'PROBLEM']
    io.stdout.write(rows.length === 0 ? '' : tableOf([head, ...rows]))
    if (rows.length === 0) io.stderr.write('No catalogue is followed.\n')
    return exitCode.done
  } finally {
    await db.close()
  }
}

const change = (given: Given, state: 'following' | 'paused' | 'stopped'): Promise<number> =>
  withOne(given, async (db, { id, name }) => {
    await changeState(db, id, state, { by: null, now: new Date() })
    given.io.stdout.write(`${name}: ${commons.states[state].toLowerCase()}.\n`)
    return exitCode.done
  })

/** Does what nobody else may do meanwhile, if somebody agrees. */
async function whileAlone({ config, values, io }: Given, question: string, work: () => Promise<void>): Promise<number> {
  const isAgreed = values.yes || (await agrees(io, question))
  if (isAgreed === undefined) throw new UsageError('Nobody can be asked here. Add --yes.')
  if (!isAgreed) return exitCode.failed
  const lock = await tryLock(locationOf(config), 'import')
  if (!lock) throw new ImportRunningError('An import into this catalogue is running. Try again when it has finished.')
  try {
    await work()
    return exitCode.done
  } finally {
    await lock.release()
  }
}

function goBack(given: Given): Promise<number> {
  const { to = '' } = given.values
  const since = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/.test(to) ? new Date(to) : new Date(Number.NaN)
  if (Number.isNaN(since.getTime())) throw new UsageError('rewind needs --to with a day, such as 2026-11-20.')
  return withOne(given, (db, following) => {
    const { io } = given
    io.stderr.write(
      `What has come in from ${following.name} since ${since.toISOString()} is undone. It is paused then, and ` +
        'takes in ' +
        'all of the catalogue again when it is resumed.\n',
    )
    return whileAlone(given, 'Undo it? [y/n] ', async () => {
      await rewind(db, following, since, { at: new Date() })
      io.stdout.write(`${following.name}: rewound and paused.\n`)
    })
  })
}

function takeOut(given: Given): Promise<number> {
  return withOne(given, async (db, following) => {
    const { io, config } = given
    const { records, values } = await measureFollowing(db, following)
    io.stderr.write(
      `${commons.removeLead(following.name)}\n${count(records)} records began with it, and ${count(values)} ` +
        'more values ' +
        'came from it.\n',
    )
    return whileAlone(given, 'Remove it? [y/n] ', async () => {
      const { removed, changed } = await removeFollowing(db, config, following, { at: new Date() })
      io.stdout.write(`${count(removed)} records removed, ${count(changed)} changed.\n`)
    })
  })
}
