import { setTimeout as wait } from 'node:timers/promises'
import { type Dialect, type DialectName, dialects } from './dialects.ts'

export type Query = Readonly<Record<string, string | number | boolean>>

export type Answer = {
  status: number
  headers: Headers
  /** The parsed body; undefined if it is no JSON. */
  body: unknown
  /** What was asked, without the key and the session: `GET /movie/1?page=2`. */
  asked: string
}

export type Access = { key?: string; session?: string; guest?: string }

export type Sent = {
  query?: Query
  body?: unknown
  headers?: Record<string, string>
  access?: Access
  /** What comes too early is not asked again. */
  isOnce?: boolean
  /** Writes the address in another form; the query begins with its question mark, or is empty. */
  write?: (path: string, query: string) => string
}

export type Client = {
  readonly dialect: Dialect
  readonly key: string
  readonly session: string | undefined
  /** Asks with the key alone, unless `access` says otherwise. A path begins below `/3`. */
  ask(method: string, path: string, sent?: Sent): Promise<Answer>
  get(path: string, query?: Query): Promise<Answer>
  /** Opens an answer that does not end, at an address as it stands. */
  open(address: string, signal: AbortSignal): Promise<Response>
}

export type ClientOptions = { url: string; key: string; session?: string | undefined; dialect: DialectName }

/** A request that waits longer is an error of the run, not a finding. */
const REQUEST_TIMEOUT_MS = 30_000
/** How often a request is repeated that came too early for the server (429 and 503). */
const REPEATS = 20
const LONGEST_WAIT_MS = 10_000

export function openClient({ url, key, session, dialect }: ClientOptions): Client {
  const base = url.replace(/\/(?:3\/?)?$/, '')
  const ask: Client['ask'] = async (method, path, sending = {}) => {
    const { query = {}, body, headers = {}, access = { key }, isOnce = false, write = plainly } = sending
    const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const whole = new URLSearchParams(asked)
    const sent: Record<string, string> = { accept: 'application/json', ...headers }
    if (access.key && isApplicationKey(access.key)) whole.set('api_key', access.key)
    else if (access.key) sent.authorization = `Bearer ${access.key}`
    if (access.session) whole.set('session_id', access.session)
    if (access.guest) whole.set('guest_session_id', access.guest)
    if (body !== undefined) sent['content-type'] = 'application/json;charset=utf-8'
    const answer = await send(`${base}${write(path, questionMark(whole))}`, {
      method,
      headers: sent,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      repeats: isOnce ? 0 : REPEATS,
    })
    return { ...answer, asked: `${method} ${path}${questionMark(asked).replaceAll('%2C', ',').replaceAll('%2F', '/')}` }
  }
  return {
    ...{ dialect: dialects[dialect], key, session, ask },
    get: (path, query = {}) => ask('GET', path, { query }),
    open: (address, signal) => fetch(`${base}${address}`, { headers: { authorization: `Bearer ${key}` }, signal }),
  }
}

const plainly = (path: string, query: string) => `/3${path}${query}`

/** The key of an application has 32 hex digits; anything else is an access token. */
const isApplicationKey = (key: string) => /^[0-9a-f]{32}$/i.test(key)

const questionMark = (query: URLSearchParams) => (query.size === 0 ? '' : `?${query}`)

async function send(
  address: string,
  { repeats, ...init }: RequestInit & { repeats: number },
): Promise<Omit<Answer, 'asked'>> {
  for (let repeat = 0; ; repeat++) {
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    const text = await response.text()
    const { status, headers } = response
    if ((status !== 429 && status !== 503) || repeat === repeats) return { status, headers, body: parsed(text) }
    const seconds = Number(headers.get('retry-after') ?? 1)
    await wait(Math.min(Math.max(seconds, 1) * 1000, LONGEST_WAIT_MS))
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A field of a reply, if it is an object that has it. */
export const field = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined

/** The rows of a list, which a field of the reply holds. */
export function rowsOf(body: unknown, name = 'results'): Record<string, unknown>[] {
  const rows = field(body, name)
  return Array.isArray(rows) ? rows.filter((row) => typeof row === 'object' && row !== null) : []
}
