import { type Call, filled, placesOf } from '../call.ts'
import { type Answer, field, rowsOf } from '../client.ts'
import { isUnknown } from '../findings.ts'
import type { Subject } from '../records.ts'
import { isSame } from '../shape.ts'

/** How many records are asked with their parts. */
const SUBJECTS = 3
const MOST_APPENDED = 20

/** Each part of each record is what its own operation answers, without the id. */
export async function appendChecks(call: Call) {
  const { operation, notes } = call
  if (!operation.appends) return
  const missing = new Set<string>()
  for (const [index, subject] of call.subjects.slice(0, SUBJECTS).entries()) {
    const names = operation.appends.flatMap((name) => filledName(name, subject, call) ?? [])
    const query: Record<string, string> = index === 0 && call.takes('language') ? { language: 'de-DE' } : {}
    const own = new Map<string, Answer>()
    for (const name of names) own.set(name, await call.get(subject, query, `/${name}`))
    const there = names.filter((name) => !isUnknown(own.get(name) as Answer))
    for (const name of names) if (!there.includes(name)) missing.add(name)
    for (const name of there) await appendedAlone(call, subject, name, own.get(name) as Answer, query)
    await appendedTogether(call, subject, there, query)
  }
  await oddNames(call)
  for (const name of missing) notes.missingParts.add(name)
}

/** The name with the numbers of a season or an episode that the record has; undefined if it has none. */
function filledName(name: string, subject: Subject, { records }: Call): string | undefined {
  const places = placesOf(name)
  if (places.length === 0) return name
  const pool = records.subjects.get(places.at(-1) === 'episode_number' ? 'episode' : 'season') ?? []
  const found = pool.find(({ params }) => params.series_id === subject.params.series_id)
  return found && filled(name, found.params)
}

const isWhole = (name: string) => /^season\/\d+(\/episode\/\d+)?$/.test(name)

async function appendedAlone(call: Call, subject: Subject, name: string, own: Answer, query: Record<string, string>) {
  const answer = await call.get(subject, { ...query, append_to_response: name })
  const rule = `appended ${name.replace(/\d+/g, 'N')}`
  const part = field(answer.body, name)
  if (typeof part !== 'object' || part === null) {
    call.notes.check(rule, answer, `${name} is not in the reply`)
    return
  }
  const { id, ...rest } = own.body as Record<string, unknown>
  const right = isWhole(name) ? own.body : rest
  const [given, wanted] = [Object.keys(part), Object.keys(right as object)]
  const different = [
    ...given.filter((key) => !wanted.includes(key)).map((key) => `${name}.${key} is not expected`),
    ...wanted.filter((key) => !given.includes(key)).map((key) => `${name}.${key} is missing`),
    ...given
      .filter((key) => wanted.includes(key) && !isSame(field(part, key), field(right, key)))
      .map((key) => `${name}.${key} is not what the operation itself answers`),
  ]
  call.notes.check(rule, answer, different)
}

async function appendedTogether(call: Call, subject: Subject, names: readonly string[], query: Record<string, string>) {
  const plain = await call.get(subject, query)
  const some = names.slice(0, MOST_APPENDED)
  const answer = await call.get(subject, { ...query, append_to_response: some.join(',') })
  const missing = some.filter((name) => field(answer.body, name) === undefined)
  const rest = Object.entries((answer.body ?? {}) as object).filter(([key]) => !some.includes(key))
  const wrong = missing.map((name) => `${name} is not in the reply to all names at once`)
  if (!isSame(Object.fromEntries(rest), plain.body)) wrong.push('the rest of the reply differs from the one without')
  call.notes.check('appended together', answer, wrong)
}

/** Names that nobody knows are left out, and too many are refused. */
async function oddNames(call: Call) {
  const { notes } = call
  const [subject] = call.subjects
  if (!subject) return
  const odd = await call.get(subject, { append_to_response: 'no_such_part,images,' })
  const extra = ['no_such_part', ''].filter((name) => field(odd.body, name) !== undefined)
  notes.check(
    'unknown names',
    odd,
    odd.status !== 200 ? `got ${odd.status} instead of 200` : extra.map((key) => `a key ${key}`),
  )
  notes.check(
    'known beside unknown names',
    odd,
    rowsOf(odd.body, 'images') && !field(odd.body, 'images') && 'no images',
  )
  const many = Array.from({ length: MOST_APPENDED + 1 }, (_, at) => `season/${at}`).join(',')
  notes.refusal('over 20 names', await call.get(subject, { append_to_response: many }), [400, 27])
}
