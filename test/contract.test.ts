import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { TObject } from 'typebox'
import { partOperations } from '#src/catalogue/part-operations.ts'
import { dialects, namesInRequests, neutralName } from '#src/contract/dialects.ts'
import { openapi, refusalsOf } from '#src/contract/openapi.ts'
import type { Operation } from '#src/contract/operation.ts'
import { type StatusName, statuses } from '#src/contract/statuses.ts'
import { remember } from '#src/database/remember.ts'
import { sql } from '#src/database/sql.ts'
import { cleanAddress } from '#src/http/addresses/clean-address.ts'
import { contracts, allOperations as operations } from '#src/interface.ts'
import { packageRoot } from '#src/package-root.ts'
import { driftOf } from './support/contract/drift.ts'
import { forModerators, metElsewhere } from './support/contract/elsewhere.ts'
import { forEachEngine, type TestEngine } from './support/engines.ts'
import { commonBody, commonRequest } from './support/expected.ts'
import { refusalsByRule } from './support/refusals.ts'
import { collectOnly, declared, play, type Scenario, type Server, send, startInterface } from './support/scenarios.ts'
import { differences, type Schema } from './support/shape.ts'
import { departures, fieldsOf, specification } from './support/specification.ts'
import { isTheSameElsewhere, pathsOf, queriesOf } from './support/walk.ts'
import { loadWorld } from './support/world.ts'

/** The scenarios are declared by the files that test them; here they are only read. */
collectOnly()
const fileOf = new Map<Scenario, string>()
for (const file of globSync('test/interface/*.test.ts', { cwd: packageRoot }).sort()) {
  await import(join(packageRoot, file))
  for (const { steps } of declared) for (const step of steps) if (!fileOf.has(step)) fileOf.set(step, file)
}

/** Records of the world that each operation is asked about; those of all kinds that were made by hand are fewer. */
const recordsPerOperation = 12

const keyOf = ({ method, path }: Operation) => `${method} ${path}`

/** Operations with their patterns; a path without parameters goes before one with them. */
const patterns = operations
  .map((operation) => ({
    operation,
    pattern: new RegExp(
      `^${operation.method} ${operation.path.replace('{external_id}', '.+').replace(/\{\w+\}/g, '[^/]+')}$`,
    ),
  }))
  .sort((one, other) => one.operation.params.length - other.operation.params.length)

const found = remember(9_999, (path) => ({ is: patterns.find(({ pattern }) => pattern.test(path))?.operation }))
/** The operation that a request of a scenario is for. */
const operationOf = (request: string) => found(request.replace(/\S+$/, cleanAddress).split('?', 1)[0] as string).is

const steps = declared.flatMap((row) => row.steps)
const neutral = ([, , , , more]: Scenario) => more?.dialect !== 'common'
const stepsByOperation = Map.groupBy(steps.filter(neutral), (step) => operationOf(step[1]))
const stepsOf = (operation: Operation) => stepsByOperation.get(operation) ?? []

/** Where scenarios of an operation belong: beside others of it, of the same part of other kinds, or of its group. */
function fileFor(operation: Operation): string {
  const isPart = partOperations.includes(operation)
  const subjectOf = ({ id, group }: Operation) => (isPart ? id.slice(group.length + 1) : group)
  const subject = subjectOf(operation)
  const like = (isPart ? partOperations : operations).filter((other) => subjectOf(other) === subject)
  const beside = stepsOf(operation).length > 0 ? stepsOf(operation) : like.flatMap(stepsOf)
  const files = [...Map.groupBy(beside, (step) => fileOf.get(step))].sort(([, a], [, b]) => b.length - a.length)
  return files[0]?.[0] ?? `test/interface/${subject.replaceAll(/[_/]/g, '-')}.test.ts (new)`
}

const succeeds = ([, , http]: Scenario) => http < 300
/** The status that a scenario expects, if its body is the envelope. */
function statusOf([, , http, body]: Scenario): StatusName | undefined {
  const code = (body as { status_code?: number } | null)?.status_code
  const found = Object.entries(statuses).find(([, [status, number]]) => status === http && number === code)
  return found?.[0] as StatusName | undefined
}

/** Parameters that many operations have in common: the walk over all records asks each of these operations for them. */
const ofMany = ['include_text_languages', 'page_size', 'cursor']

/** What successful scenarios of an operation have to show, by its parameters. */
function uses({ query, reply }: Operation): Record<string, (scenario: Scenario) => boolean> {
  const asks = (name: string) => (scenario: Scenario) => scenario[1].includes(`${name}=`)
  const rows = ([, , , body]: Scenario) => (body as { results?: unknown[] }).results?.length ?? 0
  const later = (scenario: Scenario) => /[?&]page=([2-9]|\d\d)/.test(scenario[1])
  const parameters = Object.keys(query.properties).filter((name) => name !== 'page' && !ofMany.includes(name))
  return {
    'a success': () => true,
    ...Object.fromEntries(parameters.map((name) => [`the parameter ${name}`, asks(name)])),
    // Changes of a record have no list of results, and a page of a thousand.
    ...('page' in query.properties &&
      'results' in (reply as TObject).properties && {
        'a later page': (scenario: Scenario) => later(scenario) && rows(scenario) > 0,
        'a page past the end': (scenario: Scenario) => later(scenario) && rows(scenario) === 0,
      }),
  }
}

describe('the document', () => {
  for (const contract of contracts) {
    test(`of the ${contract.name} is committed as it is generated`, () => {
      const document = openapi(contract.operations, dialects.neutral, contract.info)
      const committed = readFileSync(join(packageRoot, contract.file), 'utf8')
      const drift = driftOf(contract.file, committed, `${JSON.stringify(document, null, 1)}\n`)
      if (drift) assert.fail(drift)
    })

    for (const [name, dialect] of Object.entries(dialects)) {
      test(`of the ${contract.name} is valid OpenAPI 3.1 in the ${name} dialect`, async () => {
        const validator = new Validator()
        const result = await validator.validate(structuredClone(openapi(contract.operations, dialect, contract.info)))
        assert.deepEqual([result.valid, result.errors, validator.version], [true, undefined, '3.1'])
      })
    }
  }

  test('a request means the same in both dialects', () => {
    const wordsOf = ({ query, reply }: Operation) => {
      const parameters = Object.entries(query.properties) as [string, { enum?: string[] }][]
      const appended = 'append_to_response' in query.properties ? Object.keys((reply as TObject).properties) : []
      return [...parameters.flatMap(([name, property]) => [name, ...(property.enum ?? [])]), ...appended]
    }
    const words = new Set([...operations.flatMap(wordsOf)])
    // A word that one dialect uses for something else than the other; there is none.
    const clashes: string[] = []
    assert.deepEqual(
      [...words].filter((word) => neutralName(word) !== word),
      clashes,
    )
    // Fields of bodies are read by their neutral names, which have to be those of both dialects.
    const fields = operations.flatMap(({ body }) => Object.keys(body?.properties ?? {}))
    assert.deepEqual(
      fields.filter((field) => namesInRequests(field).length > 1 || neutralName(field) !== field),
      [],
    )
    assert.ok([...words].some((word) => namesInRequests(word).length > 1))
  })

  test('names each operation once', () => {
    const ids = operations.map(({ id }) => id)
    assert.deepEqual([...new Set(ids)], ids)
    const routes = operations.map(keyOf)
    assert.deepEqual([...new Set(routes)], routes)
  })

  test('has the sixteen operations of the specification', () => {
    const routes = operations.map(keyOf)
    assert.deepEqual(Object.keys(specification).length, 16)
    assert.deepEqual(
      Object.keys(specification).filter((route) => !routes.includes(route)),
      [],
    )
  })
})

describe('scenarios', () => {
  for (const operation of operations) {
    test(`${operation.id} has some for what it does, and one for each refusal of its own`, () => {
      const own = stepsOf(operation)
      const met = new Set(own.map(statusOf))
      const missing = [...operation.refusals, ...(operation.body ? [operation.bodyRefusal] : [])]
        .filter((name) => !met.has(name) && !metElsewhere[operation.id]?.includes(name))
        .map((name) => `refusal ${name}`)
      const unseen = Object.entries(uses(operation)).filter(
        ([, isSeen]) => !forModerators.includes(operation.id) && !own.filter(succeeds).some(isSeen),
      )
      const wanted = [...unseen.map(([name]) => name), ...missing]
      if (wanted.length > 0)
        assert.fail(`${operation.id} has no scenario for ${wanted.join(', ')}: write it in ${fileFor(operation)}`)
    })
  }

  test('are about operations that exist, or about what does not', () => {
    const strays = steps.filter(
      ([, request, http]) =>
        http < 400 &&
        / \/(3|commons\/1)\//.test(request) &&
        !request.includes('/openapi.json') &&
        !request.startsWith('OPTIONS') &&
        !isHead(request) &&
        !operationOf(request),
    )
    assert.deepEqual(strays, [])
  })
})

const isHead = (request: string) => request.startsWith('HEAD ')

forEachEngine(loadWorld, (engine) => {
  // What the engines answer is compared elsewhere, so that one of them is enough here.
  if (engine.name !== 'SQLite') return
  describe('refusals', () => checkRefusals(engine))
  describe('replies', () => checkReplies(engine))
})

/** Every refusal that the document names is met: by rule for what all operations share, else by a scenario. */
function checkRefusals(engine: TestEngine) {
  let server: Server
  before(async () => {
    server = await startInterface(engine, 'neutral')
    // It is noon all the time, so that this is all that the key may ask.
    await send(server.app, 'GET /3/authentication', { key: 'limited' })
  })
  after(() => server.close())

  for (const operation of operations) {
    test(`${operation.id} refuses as the document says`, async () => {
      const isForModerators = forModerators.includes(operation.id)
      await server.db.run(sql`
        update account set role = ${isForModerators ? 'moderator' : 'member'} where username = 'ada'`)
      const isAllowed = isForModerators ? () => true : succeeds
      const example = stepsOf(operation).find(isAllowed)
      assert.ok(example, 'there is no scenario that succeeds')
      const met = new Set(stepsOf(operation).map(statusOf))
      for (const { refusal, request, sent } of refusalsByRule(operation, example)) {
        const { statusCode, body } = await send(server.app, request, sent)
        const { status_code } = JSON.parse(body)
        const [http, code] = statuses[refusal]
        assert.deepEqual([statusCode, status_code], [http, code], `${request} ${JSON.stringify(sent)}`)
        met.add(refusal)
      }
      for (const name of metElsewhere[operation.id] ?? []) met.add(name)
      const unmet = refusalsOf(operation).filter((name) => !met.has(name))
      assert.deepEqual(unmet, [], 'no scenario meets these refusals')
    })
  }
}

/** Every reply, of the scenarios and over the records of the world, has exactly the fields of its schema. */
function checkReplies(engine: TestEngine) {
  let shared: Server
  let common: Server
  before(async () => {
    shared = await startInterface(engine, 'neutral')
    common = await startInterface(engine, 'common')
  })
  after(async () => {
    await shared.close()
    await common.close()
  })

  const seen: Record<string, Set<string>> = {}
  const check = (operation: Operation, body: unknown, request: string) => {
    const route = keyOf(operation)
    assert.deepEqual(differences(operation.reply as Schema, body), [], request)
    const told = specification[route]
    if (!told) return
    seen[route] ??= new Set()
    assert.deepEqual(departures(told, body, seen[route]), [], request)
  }

  for (const { group, title, steps } of declared) {
    const own = steps.filter((step) => neutral(step))
    if (!own.some(succeeds)) continue
    test(`of ${group}: ${title}`, async () => {
      const isFresh = !own.every(([, request]) => request.startsWith('GET '))
      const server = isFresh ? await startInterface(engine, 'neutral') : shared
      try {
        const replies: unknown[] = []
        for (const step of own) {
          replies.push(await play(server, step, replies))
          const operation = operationOf(step[1])
          if (operation && succeeds(step)) check(operation, replies.at(-1), step[1])
        }
      } finally {
        if (isFresh) await server.close()
      }
    })
  }

  for (const operation of operations.filter(isTheSameElsewhere)) {
    test(`of ${operation.id} for every record, in both dialects`, async () => {
      // The records that were made by hand come first.
      const paths = (await pathsOf(shared.db, operation)).slice(0, recordsPerOperation)
      for (const path of paths) {
        for (const query of queriesOf(operation)) {
          const request = `GET ${path}${query && `?${query}`}`
          const { statusCode, body } = await send(shared.app, request, { session: 'ada' })
          assert.equal(statusCode, 200, `${request} ${body}`)
          check(operation, JSON.parse(body), request)
          const hasTexts = /"(overview|biography|original_(title|name))":/.test(body)
          const hasLanguages = body.includes('"text_languages":{')
          assert.equal(hasLanguages, hasTexts && query.includes('include_text_languages'), request)
          const inCommon = await send(common.app, commonRequest(request), { session: 'ada' })
          assert.deepEqual(JSON.parse(inCommon.body), commonBody(JSON.parse(body)), request)
        }
      }
    })
  }

  test('have shown each field that the specification names with a value', () => {
    const unseen = Object.entries(specification).flatMap(([route, told]) =>
      fieldsOf(told)
        .filter((field) => !seen[route]?.has(field))
        .map((field) => `${route} ${field}`),
    )
    assert.deepEqual(unseen, [])
  })
}
