import { type RecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'

/** Whose a webhook is: a member's, an API key's, or the server's, which administrators look after. */
export const webhookOwners = ['member', 'key', 'server'] as const
export type WebhookOwner = (typeof webhookOwners)[number]

type ChangedType = `${RecordKind}.changed`
export const changedType = (kind: RecordKind): ChangedType => `${kind}.changed`

/** What a type is about, and who may have it sent; nobody for what is sent without being asked for. */
type EventType = { meaning: string; owners: readonly WebhookOwner[] }

const ofMembers = new Set<RecordKind>(['movie', 'series'])

const changedTypes = Object.fromEntries(
  recordKindNames.map((kind): [ChangedType, EventType] => [
    changedType(kind),
    {
      meaning: `A record of the kind \`${kind}\` has changed, was merged, or is gone`,
      owners: ofMembers.has(kind) ? ['member', 'key'] : ['key'],
    },
  ]),
) as Record<ChangedType, EventType>

const otherTypes = {
  'episode.airs': {
    meaning: 'An episode airs today, of a series that is on the watchlist or of which something was watched',
    owners: ['member'],
  },
  'movie.released': { meaning: 'A movie on the watchlist comes out today', owners: ['member'] },
  'edit.waits': { meaning: 'An edit waits for somebody who checks it', owners: ['server'] },
  'report.came': { meaning: 'Somebody has reported something', owners: ['server'] },
  'backup.failed': { meaning: 'A backup has failed', owners: ['server'] },
  'changes.missed': {
    meaning: 'More has changed than was sent one by one: ask `/commons/1/changes` from `after` to `position`',
    owners: [],
  },
  'webhook.test': { meaning: 'Somebody has sent a test', owners: [] },
} as const satisfies Record<string, EventType>

export type WebhookType = ChangedType | keyof typeof otherTypes
/** What happens to the server itself. */
export type ServerType = 'edit.waits' | 'report.came' | 'backup.failed'

/** THE table of the types of events that webhooks are sent. */
export const webhookTypes: Readonly<Record<WebhookType, EventType>> = { ...changedTypes, ...otherTypes }
export const webhookTypeNames = Object.keys(webhookTypes) as WebhookType[]

/** The types that may be asked for by a webhook of such an owner. */
export const typesFor = (owner: WebhookOwner): WebhookType[] =>
  webhookTypeNames.filter((type) => webhookTypes[type].owners.includes(owner))

/** Those that are worked out each day. */
const airingTypes: ReadonlySet<string> = new Set<WebhookType>(['episode.airs', 'movie.released'])
export const tellsAiring = (types: readonly string[]): boolean => types.some((type) => airingTypes.has(type))
export const tellsChanges = (types: readonly string[]): boolean => types.some((type) => type.endsWith('.changed'))

/** What a webhook is told of, beside the types. */
export type WebhookFilter = {
  /** Only these records, such as `movie:7`. */
  records?: readonly string[]
  /** Only titles on this list. */
  list?: number
  /** Of members: titles on the watchlist, and those on their lists. */
  watchlist?: boolean
  lists?: boolean
}

/** What went wrong with a delivery. The texts of pages have a sentence for each. */
export const deliveryProblems = [
  ...(['status', 'redirect', 'gone', 'timeout', 'unreachable', 'forbidden', 'secret_lost', 'stopped'] as const),
] as const
export type DeliveryProblem = (typeof deliveryProblems)[number]
