import { type Call, filled, placesOf } from './call.ts'
import { writeChecks } from './checks/account.ts'
import { appendChecks } from './checks/appending.ts'
import { countryChecks, imageChecks, videoChecks } from './checks/galleries.ts'
import { languageChecks } from './checks/languages.ts'
import { changeChecks, discoverChecks, findChecks, searchChecks } from './checks/lookups.ts'
import { pagingChecks } from './checks/paging.ts'
import { idChecks, keyChecks, methodChecks, parameterChecks, sessionChecks } from './checks/refusals.ts'
import { filmIdChecks, formChecks, headerChecks, leniencyChecks, orderChecks, replyChecks } from './checks/replies.ts'
import type { Client } from './client.ts'
import { isUnknown, Notes, type OperationResult } from './findings.ts'
import { groups } from './interface/index.ts'
import type { Operation } from './interface/operation.ts'
import { discover, poolNames, type Records, type Subject } from './records.ts'

/** How many records of each kind are tried. */
export const RECORDS = 6
/** How many operations are tried at the same time. */
const AT_ONCE = 4

/** What every operation that reads has to pass, after its replies have their shape. */
const readingChecks: readonly ((call: Call) => Promise<void>)[] = [
  keyChecks,
  idChecks,
  methodChecks,
  sessionChecks,
  parameterChecks,
  pagingChecks,
  leniencyChecks,
  formChecks,
  headerChecks,
  filmIdChecks,
  orderChecks,
  appendChecks,
  languageChecks,
  imageChecks,
  videoChecks,
  countryChecks,
  findChecks,
  searchChecks,
  discoverChecks,
  changeChecks,
]

export type SuiteOptions = {
  /** How many records of each kind are tried. */
  records?: number
  /** The operation of this name, or else every operation whose method and path have this text. */
  only?: string
}

/** Runs every check against a server. What changes something is only tried with a session. */
export async function runSuite(client: Client, options: SuiteOptions = {}): Promise<OperationResult[]> {
  const records = await discover(client, options.records ?? RECORDS)
  const rows = Object.entries(groups).flatMap(([group, operations]) =>
    Object.entries(operations).map(([name, operation]) => ({ group, name, operation })),
  )
  const { only = '' } = options
  const named = rows.filter(({ name }) => name === only)
  const chosen = named.length > 0 ? named : rows.filter(({ name }) => name.includes(only))
  // What changes something comes last and one by one, so that nothing else sees it.
  const reads = chosen.filter(({ operation }) => !changes(operation))
  const writes = chosen.filter(({ operation }) => changes(operation))
  const results = new Map<string, OperationResult>()
  const tryNext = async (queue: typeof rows) => {
    for (let row = queue.shift(); row; row = queue.shift())
      results.set(row.name, await tryOperation(client, records, row.group, row.name, row.operation))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, () => tryNext(reads)))
  await tryNext(writes)
  return chosen.flatMap(({ name }) => results.get(name) ?? [])
}

const changes = ({ writes, opens }: Operation) => writes === true || opens === true

async function tryOperation(
  client: Client,
  records: Records,
  group: string,
  name: string,
  operation: Operation,
): Promise<OperationResult> {
  const [method = '', path = ''] = name.split(' ')
  const notes = new Notes()
  const subjects = subjectsOf(path, records)
  const call: Call = {
    client,
    notes,
    records,
    method,
    path,
    operation,
    subjects,
    takes: (parameter) => (operation.takes ?? '').split(' ').includes(parameter),
    get: ({ params, query = {} }, more = {}, below = '') => {
      const access = { key: client.key, ...(operation.needs && client.session ? { session: client.session } : {}) }
      return client.ask('GET', filled(path, params) + below, { query: { ...query, ...more }, access })
    },
  }
  const result = (state: OperationResult['state'], reason = ''): OperationResult => ({
    group,
    operation: name,
    state: notes.findings.length > 0 ? 'wrong' : state,
    reason,
    checks: notes.checks,
    findings: notes.findings,
  })
  if (subjects.length === 0) return result('not tried', reasonOf(path))
  if (changes(operation) || (operation.needs && !client.session)) return tryWithSession(call, result)
  if (!(await replyChecks(call))) return result('not there')
  for (const check of readingChecks) await check(call)
  return result('right', notes.missingParts.size > 0 ? `without ${[...notes.missingParts].join(', ')}` : '')
}

type Result = (state: OperationResult['state'], reason?: string) => OperationResult

/** Without a session it is only seen whether the operation is there, and that it refuses. */
async function tryWithSession(call: Call, result: Result): Promise<OperationResult> {
  const { client, operation, method, path, subjects } = call
  if (operation.opens && !client.session) return result('not tried', 'needs --session')
  const [subject] = subjects
  const probe = await client.ask(method, filled(path, subject?.params ?? {}), {
    body: method === 'GET' ? undefined : {},
  })
  if (isUnknown(probe) && (probe.body as { status_code?: number } | undefined)?.status_code !== 6)
    return result('not there')
  await keyChecks(call)
  await sessionChecks(call)
  if (!client.session) return result('right', 'its refusals only; the rest needs --session')
  await writeChecks(call)
  return result('right')
}

/** What is tried at a path: what the last of its places stands for, or the path alone. */
function subjectsOf(path: string, { subjects }: Records): readonly Subject[] {
  const last = placesOf(path).at(-1)
  if (last) return subjects.get(poolNames[last] ?? '') ?? []
  if (path.startsWith('/search/')) return subjects.get(path) ?? []
  return [{ params: {} }]
}

function reasonOf(path: string): string {
  const last = placesOf(path).at(-1) ?? ''
  return path.startsWith('/search/') ? 'no name to search for' : `found no ${poolNames[last] ?? last}`
}
