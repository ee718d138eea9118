import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import type { Access, Account, Caller } from './access.ts'
import type { Tag } from './cache-tags.ts'
import { readingCursors, withCursor } from './cursors.ts'
import { type Standards, withTextLanguages } from './parameters.ts'
import type { PathParameterTypes } from './path-parameters.ts'
import type { Scope } from './scopes.ts'
import type { NoteEvent } from './security-events.ts'
import type { CountSignal, PopularKind } from './signals.ts'
import type { StatusName } from './statuses.ts'
import type { Perform } from './write.ts'

type Method = 'GET' | 'POST' | 'DELETE'

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never

export type Params<Path extends string> = {
  [Name in ParameterNames<Path>]: Name extends keyof PathParameterTypes ? PathParameterTypes[Name] : number
}

/** What was asked. */
export type Asked<P = Record<string, number | string>, Q = Record<string, unknown>, B = unknown> = {
  params: P
  query: Q
  /** The unparsed query string, for appended parts, which read parameters of their own. */
  queryTexts: Readonly<Record<string, unknown>>
  /** What the key says about languages; for appended parts, too. */
  standards?: Standards | undefined
  /** Gets the names of parameters that are ignored because they cannot be read, also from appended parts. */
  ignored?: string[] | undefined
  body: B
}

/** What an operation works with; it knows nothing about HTTP. */
type Tools = {
  db: Database
  /** The time of the request, from the application's clock. */
  now: Date
  /** Base address of this server's pages, without a slash at the end. */
  site: string
  /** The address of the client, for operations whose replies are not cached; a page has none. */
  clientAddress?: string | undefined
  settings: Config
  noteEvent: NoteEvent
  countSignal: CountSignal
  /** Changes something for the account of the caller. */
  write: Perform
  /** Adds a header to the reply. */
  header(name: string, value: string): void
}

/** What was asked, who asks, and what the answer is made with. */
export type Context<P = Record<string, number | string>, Q = Record<string, unknown>, B = unknown> = Asked<P, Q, B> &
  Tools & { caller: Caller }

type WithSession<C> = C & { caller: { account: Account } }

/** How long clients may cache details, parts and lists. */
export const cacheSeconds = 3600
/** The same for lists by popularity, whose order changes without any edit. */
export const popularListSeconds = 300

/** How long clients may cache a reply, and what invalidates it here. */
export type Caching = {
  seconds: number
  /**
   * What invalidates it besides the records that it shows or that its path names. A kind stands for all of its records.
   */
  tags?: readonly Tag[]
  /** The same for one reply, which is absent if there is no such record. */
  tagsBy?: ((asked: Asked, result: Record<string, unknown>) => readonly Tag[]) | undefined
  /** What it depends on besides its path and its query. */
  dependsOn?(asked: Asked): unknown
  /** The time zone whose current day the reply is about: it expires at midnight there. */
  endsAtMidnightIn?(query: Record<string, unknown>): string
}

type Handle<C, Reply extends TSchema> = (context: C) => Promise<Static<Reply> | StatusAnswer | undefined>

type Declaration<
  Path extends string,
  Needs extends Access,
  Query extends TObject,
  Body extends TSchema,
  Reply extends TSchema,
> = {
  summary: string
  /** What a request must bring besides a key. */
  access: Needs
  /** It looks up the session in a request, but needs none: replies without one are cached. */
  knowsSession?: true
  /** The scope that an access token needs for it; by default `read` for GET, `keep` for everything else. */
  scope?: Scope
  /**
   * Whether a request also asks for something about a person. Then the session of the person or guest is looked up, and
   * the reply is made just for them; without a valid one, it is the reply for everybody.
   */
  isPersonal?: ((asked: Asked) => boolean) | undefined
  query?: Query
  /** The status for an invalid query; by default that of the invalid parameter. */
  queryRefusal?: StatusName
  body?: Body
  /** The status for an invalid body; `invalid_parameters` by default. */
  bodyRefusal?: StatusName
  reply: Reply
  /** The statuses of success, if the reply is a status. */
  answers?: readonly StatusName[]
  /** Refusals besides those that follow from access, path and parameters. */
  refusals?: readonly StatusName[]
  /** Absent for replies that must not be cached. */
  cache?: Caching
  /**
   * Whether the reply links to the site that was asked, for each request or for all. Others are made and cached with
   * the standard site.
   */
  dependsOnSite?: boolean | ((asked: Asked) => boolean)
  /** It may take over 5 ms with a large catalogue, and reads on a thread where it delays nobody else. */
  isWide?: true
  /** Whether a request is wide although the operation is not, by its query as it was sent. */
  isWideFor?: (query: QueryTexts) => boolean
  /** Its rows can also be read in larger pages, and to their end by cursors. */
  isDeep?: true
  /** It waits for what it answers; the same comes as server-sent events from this path (`src/http/changes/`). */
  stream?: `/${string}`
  /** It asks other operations, and is answered where these are (`src/http/batch/`). */
  asksOthers?: true
  /** Its replies are details of records of this kind, and count for their popularity. */
  countsFor?: PopularKind
  /** Makes the reply; `undefined` means not found, other refusals are thrown as ApiError. */
  handle: Handle<
    Needs extends 'key' | 'rater'
      ? Context<Params<Path>, Static<Query>, Static<Body>>
      : WithSession<Context<Params<Path>, Static<Query>, Static<Body>>>,
    Reply
  >
}

/** The parameters of a query before anything has read them. */
export type QueryTexts = Readonly<Record<string, unknown>>

export type Operation = {
  id: string
  group: string
  method: Method
  path: string
  /** Names of the path parameters, in order. */
  params: string[]
  summary: string
  access: Access
  knowsSession: boolean
  scope: Scope
  isPersonal: ((asked: Asked) => boolean) | undefined
  query: TObject
  queryRefusal: StatusName | undefined
  body: TObject | undefined
  bodyRefusal: StatusName
  reply: TSchema
  answers: readonly StatusName[]
  refusals: readonly StatusName[]
  cache: Caching | undefined
  dependsOnSite: (asked: Asked) => boolean
  isWide: boolean
  /** Whether a request takes its turn among wide ones. */
  isWideFor(query: QueryTexts): boolean
  stream: string | undefined
  asksOthers: boolean
  countsFor: PopularKind | undefined
  handle(context: Context): Promise<unknown>
}

/** An answer that is only a status of the interface, such as "the entry was deleted". */
export class StatusAnswer {
  readonly status: StatusName
  /** What else the reply says, such as the id of what was created. */
  readonly more: Readonly<Record<string, number | string | readonly number[]>> | undefined
  constructor(status: StatusName, more?: StatusAnswer['more']) {
    this.status = status
    this.more = more
  }
}

/** The reply of operations that only answer with a status. */
export const Status = Type.Object(
  {
    success: Type.Boolean(),
    status_code: Type.Integer(),
    status_message: Type.String(),
    failure: Type.Optional(Type.Literal(true, { description: 'Only if creating a session was refused' })),
  },
  { title: 'Status' },
)

/** Declares one operation: its contract and its behaviour, in one place. */
export function operation<
  Path extends string,
  Reply extends TSchema,
  Needs extends Access,
  Query extends TObject = TObject<Record<never, never>>,
  Body extends TSchema = TSchema,
>(
  id: string,
  route: `${Method} ${Path}`,
  declaration: Declaration<Path, Needs, Query, Body, Reply>,
): Operation & { reply: Reply } {
  const [method, path] = route.split(' ') as [Method, string]
  const { dependsOnSite = false, isWide = false } = declaration
  const plain = { reply: declaration.reply as TSchema, handle: declaration.handle as Operation['handle'] }
  const { reply, handle } = declaration.isDeep ? readingCursors(id, plain.reply, plain.handle) : plain
  const query = queryFor(declaration.query ?? Type.Object({}), declaration.reply)
  return {
    id,
    group: id.slice(0, id.indexOf('.')),
    method,
    path,
    params: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string),
    summary: declaration.summary,
    access: declaration.access,
    knowsSession: declaration.knowsSession ?? false,
    scope: declaration.scope ?? (method === 'GET' ? 'read' : 'keep'),
    isPersonal: declaration.isPersonal,
    query: declaration.isDeep ? withCursor(query) : query,
    queryRefusal: declaration.queryRefusal,
    body: declaration.body as TObject | undefined,
    bodyRefusal: declaration.bodyRefusal ?? 'invalid_parameters',
    reply: reply as Reply,
    answers: declaration.answers ?? [],
    refusals: declaration.refusals ?? [],
    cache: declaration.cache,
    dependsOnSite: typeof dependsOnSite === 'function' ? dependsOnSite : () => dependsOnSite,
    isWide,
    isWideFor: declaration.isWideFor ?? (() => isWide),
    stream: declaration.stream,
    asksOthers: declaration.asksOthers ?? false,
    countsFor: declaration.countsFor,
    handle,
  }
}

/** Requests for texts of records may ask for their languages, too. */
const queryFor = (query: TObject, reply: TSchema): TObject => (showsTexts(reply) ? withTextLanguages(query) : query)

type Shape = { properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[] }

function showsTexts(shape: Shape): boolean {
  const { properties = {}, items, anyOf = [] } = shape
  if ('text_languages' in properties) return true
  return [...Object.values(properties), ...(items ? [items] : []), ...anyOf].some(showsTexts)
}

/** Whether optional parameters count as left out where they cannot be read. Plex wants to be told what is malformed. */
export const ignoresWrong = ({ method, path }: Pick<Operation, 'method' | 'path'>): boolean =>
  method === 'GET' && !path.startsWith('/plex/')

/** Whether a body may only repeat what the query says, or nothing at all: then it may be anything. */
export const hasNoBodyOfItsOwn = ({ query, body }: Pick<Operation, 'query' | 'body'>): boolean =>
  Object.keys(body?.properties ?? {}).every((name) => name in query.properties)
