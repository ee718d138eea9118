import type { WritePace } from '#src/accounts/write-pace.ts'
import type { SecurityEvent } from '#src/audit/security-events.ts'
import type { Found, Replies } from '#src/cache/replies.ts'
import type { Config } from '#src/config.ts'
import { type Account, type Caller, checkAccess, needsSession } from '#src/contract/access.ts'
import type { Dialect } from '#src/contract/dialects.ts'
import { type Asked, type Context, type Operation, StatusAnswer } from '#src/contract/operation.ts'
import type { Token } from '#src/contract/scopes.ts'
import type { NoteEvent } from '#src/contract/security-events.ts'
import { codeOf } from '#src/contract/signals.ts'
import type { StatusName } from '#src/contract/statuses.ts'
import type { Passwords } from '#src/contract/write.ts'
import type { Database } from '#src/database/database.ts'
import type { SignalCounter } from '#src/popularity/counter.ts'
import { cacheable, type Variant } from './cacheable.ts'
import { callers } from './caller.ts'
import { countingFor, performFor } from './perform.ts'
import { type Question, questionReader } from './question.ts'
import { redirected } from './redirect-to-survivor.ts'
import { type Serialize, serializers } from './serializers.ts'

type Services = {
  /** The database that is written. */
  db: Database
  /** The database for operations whose replies are cached: the same one, or a replica. */
  reads: Database
  replies: Replies
  config: Config
  clock(): Date
  /** The site of replies that do not depend on which one was asked. */
  site(): string
  passwords: Passwords
  noteEvent(event: SecurityEvent): Promise<void>
  /** Counts what people write. */
  writes: WritePace
  /** Absent: nothing is counted. */
  signals?: SignalCounter | undefined
}

/** Who asks, as the request says, and in which dialect. */
export type Asker = {
  key_id?: number
  /** The secret of a session; it is looked up if the operation needs to know the person. */
  session?: string | undefined
  /** The same for a guest session, for operations that a guest may use. */
  guestSession?: string | undefined
  /** The access token that led to the key: it acts for its owner if no session is given. */
  token?: Token | undefined
  /** The account of the person, if already known. */
  account?: Account | undefined
  dialect: Dialect
  /** The address of the client, for operations that note events. */
  clientAddress?: string | undefined
  /** The site that was asked, for replies that link to it; absent: the standard one. */
  site?: string
  /** Where everything is read, one state of the database. The reply is made from it, whatever is cached. */
  state?: Database | undefined
}

export type Answer =
  /** A reply from the cache, which also says that there is no such record. */
  | Found
  /** A reply that is made just for this caller. */
  | { is: 'made'; result: unknown; text(): string; headers: readonly (readonly [name: string, value: string])[] }
  | { is: 'status'; status: StatusName; more: StatusAnswer['more'] }
  | { is: 'not found' }

/** Runs an operation for a caller. Refusals are thrown as ApiError. */
export type Run = (operation: Operation, question: Question, asker: Asker) => Promise<Answer>

type RunOne = (question: Question, asker: Asker) => Promise<Answer>

/**
 * The one way to run an operation, whoever asks. It checks the caller, reads the request, and chooses:
 *
 * - the cache, if replies of the operation are cached;
 * - the database: cached replies are rendered from a replica, everything else reads from the primary;
 * - the thread: wide operations read on one where they delay nobody else.
 *
 * A person who is signed in may just have changed a record, perhaps on another server, and sees that at once: replies
 * about records are made for them from the primary. Lists over the whole catalogue are cached for everybody.
 */
export function openRun(services: Services): Run {
  const prepared = new WeakMap<Operation, RunOne>()
  return (operation, question, asker) => {
    let runOne = prepared.get(operation)
    if (!runOne) {
      runOne = prepare(operation, services)
      prepared.set(operation, runOne)
    }
    try {
      return runOne(question, asker)
    } catch (error) {
      return Promise.reject(error)
    }
  }
}

function prepare(operation: Operation, services: Services): RunOne {
  const { access, knowsSession, isPersonal, cache, isWide, dependsOnSite } = operation
  const isOfRecord = operation.params.length > 0
  const { db, reads, clock, site, config, passwords } = services
  const readQuestion = questionReader(operation)
  const serializer = serializers(operation.reply)
  const find = cache && cachedReplyFinder({ ...operation, cache }, services)
  const onThread = (from: Database) => (isWide ? from.wide : from)

  const asksSession = needsSession(access)
  const isWrite = operation.method !== 'GET'
  const callerOf = callers(operation, services)

  /** Who may not use the operation is told so first, whatever else is wrong with the request. */
  async function answerSignedIn(question: Question, asker: Asker): Promise<Answer> {
    const caller = await callerOf(asker)
    checkAccess(access, caller)
    const asked = readQuestion(question)
    // What a page asks was counted with its form.
    if (isWrite && asker.key_id !== undefined) services.writes.take(caller)
    return answer(asked, caller, asker)
  }

  async function make(asked: Asked, caller: Caller, site: string, asker: Asker): Promise<Answer> {
    const { dialect, clientAddress, state } = asker
    const serialize = serializer(dialect)
    const now = clock()
    const noteEvent: NoteEvent = (what, account_id, key_id = caller.key_id) =>
      services.noteEvent({ what, account_id, key_id, clientAddress, now })
    const countSignal = countingFor(services.signals, caller.account?.id ?? caller.key_id ?? 0, now)
    const headers: [string, string][] = []
    const write = performFor({ db, now, settings: config, account: caller.account, countSignal, noteEvent, passwords })
    const header = (name: string, value: string) => void headers.push([name, value])
    const tools = { db: state ?? onThread(db), now, site, clientAddress, settings: config, header }
    const context = { ...asked, caller, ...tools, noteEvent, countSignal, write }
    const { result, location } = await handled(operation, context)
    if (location !== undefined) header(locationHeader, location)
    if (result === undefined) return { is: 'not found' }
    if (result instanceof StatusAnswer) return { is: 'status', status: result.status, more: result.more }
    return { is: 'made', result, text: () => serialize(result), headers }
  }

  /** Answers a caller whose access was checked. */
  function answer(asked: Asked, caller: Caller, asker: Asker): Promise<Answer> {
    const { dialect } = asker
    const serialize = serializer(dialect)
    const asksSite = dependsOnSite(asked)
    const from = asksSite ? (asker.site ?? site()) : site()
    const isMade = asker.state !== undefined || caller.guest || (caller.account && isOfRecord)
    if (!find || isMade) return make(asked, caller, from, asker)
    const tools = { db: onThread(reads), site: from, settings: config, ...withoutEffect }
    const variant = { dialect, site: asksSite ? from : undefined }
    // The day may have ended since the request came.
    return find(asked, variant, serialize, () => ({ ...asked, caller, now: clock(), ...tools }))
  }

  return (question, asker) => {
    const bringsPerson = asker.session !== undefined || asker.token !== undefined
    if (asksSession || (knowsSession && bringsPerson)) return answerSignedIn(question, asker)
    const asked = readQuestion(question)
    if (isPersonal?.(asked)) return callerOf(asker, true).then((caller) => answer(asked, caller, asker))
    return answer(asked, { key_id: asker.key_id, account: asker.account }, asker)
  }
}

/** The header that says which record a reply shows, if it is not the requested one. */
export const locationHeader = 'content-location'

/** What an operation answers: about the record of its path, or else about the one that it was merged into. */
async function handled(operation: Operation, context: Context) {
  const result: unknown = await operation.handle(context)
  if (result !== undefined || operation.params.length === 0)
    return { result, location: undefined, tags: [], params: undefined }
  const other = await redirected(context.db, operation, context)
  if (!other) return { result, location: undefined, tags: [], params: undefined }
  const { params, path: location, tags } = other
  const told: unknown = await operation.handle({ ...context, params })
  return { result: told, location: told === undefined ? undefined : location, tags, params }
}

/** A cached reply is the same for everybody: it has no headers of its own, no events, and changes nothing. */
const withoutEffect = {
  header() {},
  async noteEvent() {},
  countSignal() {},
  write: () => Promise.reject(new Error('What is cached changes nothing')),
}

/** Finds or makes replies of an operation whose replies are cached. */
function cachedReplyFinder(operation: Operation & { cache: NonNullable<Operation['cache']> }, { replies }: Services) {
  const { keyOf, tagsOf, secondsOf, mayBeStale } = cacheable(operation)
  const { countsFor } = operation
  return (asked: Asked, variant: Variant, serialize: Serialize, begin: () => Context): Promise<Answer> => {
    const key = keyOf(asked, variant)
    return replies.get(key, async () => {
      const context = begin()
      const { result: found, location, tags, params } = await handled(operation, context)
      const result = found as Record<string, unknown> | undefined
      const own = replies.keepsAny ? tagsOf(context, result) : []
      const ofOther = replies.keepsAny && params ? [...tagsOf({ ...context, params }, result), ...tags] : []
      return {
        key,
        operation: operation.id,
        site: variant.site,
        mayBeStale,
        tags: params ? [...new Set([...own, ...ofOther])] : own,
        location,
        seconds: secondsOf(context, result !== undefined),
        record: countsFor && result && codeOf(countsFor, result.id as number),
        text: result && serialize(result),
      }
    })
  }
}
