import { wordTable } from '#src/reference/word-table.ts'

/** An entity of Wikidata, as far as it is read. */
export type Entity = {
  type?: string
  id: string
  labels?: Record<string, { language: string; value: string }>
  descriptions?: Record<string, { language: string; value: string }>
  aliases?: Record<string, { language: string; value: string }[]>
  claims?: Record<string, Statement[]>
}

type Snak = { snaktype?: string; datavalue?: { type: string; value: unknown } }
type Statement = { rank?: string; mainsnak?: Snak; qualifiers?: Record<string, Snak[]> }

/** A value of a property with what qualifies it. */
export type Claim = { value: unknown; type: string; qualifiers: Record<string, Snak[]> }

/** The values of a property: the preferred ones if there are any, or else the normal ones; never deprecated ones. */
function claimsOf({ claims = {} }: Entity, property: string): Claim[] {
  const stated = (claims[property] ?? []).filter(({ rank }) => rank !== 'deprecated')
  const preferred = stated.filter(({ rank }) => rank === 'preferred')
  return (preferred.length > 0 ? preferred : stated).flatMap(({ mainsnak, qualifiers = {} }): Claim[] => {
    const value = mainsnak && statedIn(mainsnak)
    return value === undefined ? [] : [{ ...value, qualifiers }]
  })
}

/** All values of a property but those that are deprecated: facts of which there are several, such as a cast. */
export function allClaimsOf({ claims = {} }: Entity, property: string): Claim[] {
  return (claims[property] ?? []).flatMap(({ rank, mainsnak, qualifiers = {} }): Claim[] => {
    const value = rank === 'deprecated' || !mainsnak ? undefined : statedIn(mainsnak)
    return value === undefined ? [] : [{ ...value, qualifiers }]
  })
}

/** The value of a snak; none if it is unknown, or known not to exist. */
function statedIn({ snaktype = 'value', datavalue }: Snak) {
  return snaktype !== 'value' || !datavalue ? undefined : { value: datavalue.value, type: datavalue.type }
}

export const qualifiersOf = ({ qualifiers }: Claim, property: string): { value: unknown; type: string }[] =>
  (qualifiers[property] ?? []).flatMap((snak) => statedIn(snak) ?? [])

/** The number of an entity that a value names, as `Q42`. Old data have only its digits. */
export function entityIn({ value, type }: { value: unknown; type: string }): string | undefined {
  if (type !== 'wikibase-entityid' || typeof value !== 'object' || value === null) return undefined
  const { id, 'numeric-id': digits } = value as { id?: unknown; 'numeric-id'?: unknown }
  if (typeof id === 'string' && /^Q\d+$/.test(id)) return id
  return typeof digits === 'number' ? `Q${digits}` : undefined
}

export const entitiesOf = (entity: Entity, property: string): string[] => [
  ...new Set(claimsOf(entity, property).flatMap((claim) => entityIn(claim) ?? [])),
]

export const allEntitiesOf = (entity: Entity, property: string): string[] => [
  ...new Set(allClaimsOf(entity, property).flatMap((claim) => entityIn(claim) ?? [])),
]

export const textIn = ({ value }: { value: unknown }): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

export const textsOf = (entity: Entity, property: string): string[] =>
  claimsOf(entity, property).flatMap((claim) => textIn(claim) ?? [])

/** The first value of a property that is a number of something. */
export function wholeOf(entity: Entity, property: string): number | undefined {
  for (const claim of claimsOf(entity, property)) {
    const amount = amountIn(claim)
    if (amount !== undefined) return Math.round(amount)
  }
  return undefined
}

function amountIn({ value, type }: { value: unknown; type: string }): number | undefined {
  if (type !== 'quantity') return undefined
  const amount = Number((value as { amount?: unknown }).amount)
  return Number.isFinite(amount) && amount >= 0 && amount < 2 ** 31 ? amount : undefined
}

/** How many minutes each unit is. */
const minutesOf: Readonly<Record<string, number>> = wordTable({ Q7727: 1, Q11574: 1 / 60, Q25235: 60 })

export function minutesIn(entity: Entity, property: string): number | undefined {
  for (const claim of claimsOf(entity, property)) {
    const unit = /Q\d+$/.exec(String((claim.value as { unit?: unknown }).unit))?.[0]
    const amount = amountIn(claim)
    const factor = unit === undefined ? undefined : minutesOf[unit]
    if (amount !== undefined && factor !== undefined && amount > 0) return Math.round(amount * factor)
  }
  return undefined
}

export type Day = { date: string; precision: 'day' | 'month' | 'year' }

const gregorian = 'Q1985727'
const precisions = { 9: 'year', 10: 'month', 11: 'day' } as const

/** A day of our calendar, with how much of it is known. */
export function dayIn({ value, type }: { value: unknown; type: string }): Day | undefined {
  if (type !== 'time') return undefined
  const { time, precision, calendarmodel } = value as { time?: unknown; precision?: unknown; calendarmodel?: unknown }
  const known = precisions[precision as keyof typeof precisions]
  const [, year, month = '00', day = '00'] = /^\+(\d{4})-(\d\d)-(\d\d)T/.exec(String(time)) ?? []
  if (!known || year === undefined || Number(year) < 1000) return undefined
  if (calendarmodel !== undefined && !String(calendarmodel).endsWith(gregorian)) return undefined
  const ofYear = known === 'year' || month === '00' ? '01' : month
  const date = `${year}-${ofYear}-${known === 'day' && day !== '00' ? day : '01'}`
  const isReal = new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
  return isReal ? { date, precision: known } : undefined
}

/** The earliest day of a property; of two in the same year that of which more is known. */
export function earliestOf(entity: Entity, property: string): Day | undefined {
  const days = claimsOf(entity, property).flatMap((claim) => dayIn(claim) ?? [])
  return days.sort((one, other) => orderOf(one).localeCompare(orderOf(other)))[0]
}

const known = { day: '0', month: '1', year: '2' } as const
const orderOf = ({ date, precision }: Day) => `${date.slice(0, 4)}${known[precision]}${date}`
