import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import type { DeliveryProblem, WebhookOwner, WebhookType } from '#src/kept/webhook-types.ts'

const changed: Record<RecordKind, string> = {
  genre: 'Genres',
  keyword: 'Keywords',
  provider: 'Watch providers',
  person: 'People',
  company: 'Companies',
  network: 'Networks',
  collection: 'Collections',
  movie: 'Movies',
  series: 'Series',
  season: 'Seasons',
  episode: 'Episodes',
}

const otherTypes: Record<Exclude<WebhookType, `${string}.changed`>, string> = {
  'episode.airs': 'An episode airs today',
  'movie.released': 'A movie comes out today',
  'edit.waits': 'An edit waits to be checked',
  'report.came': 'Something was reported',
  'backup.failed': 'A backup has failed',
  'changes.missed': 'More has changed than was sent',
  'webhook.test': 'Test',
}

const problems: Record<DeliveryProblem, string> = {
  status: 'The receiver answered with an error.',
  redirect: 'The receiver sent on to another address, which is not followed.',
  gone: 'The receiver answered that it is gone for good.',
  timeout: 'The receiver did not answer in time.',
  unreachable: 'The receiver cannot be reached.',
  forbidden: 'The address must not be used.',
  secret_lost: 'The secret cannot be read any more. Create a new one.',
  stopped: 'The server was stopped.',
}

/** Programs that are told of what happens. */
export const webhooks = {
  title: 'Webhooks',
  leads: {
    member:
      'A webhook tells a program of yours, such as one for home automation, what happens to titles on your watchlist ' +
      'and your lists.',
    key: 'A webhook tells your app what changes in the catalogue, so that it does not have to ask again and again.',
    server: 'A webhook tells a program what administrators have to know. All administrators see these.',
  } satisfies Record<WebhookOwner, string>,
  how: 'Guide: how to receive and check them',
  ofKey: (name: string, lastFour: string) => `Webhooks of ${name}, key ending in ${lastFour}`,
  none: 'No webhooks yet',
  noneText: 'The form below adds one.',
  full: (most: number) => `There are ${most} webhooks, which is as many as there can be. Delete one to add another.`,
  add: 'Add a webhook',
  addButton: 'Add webhook',
  name: 'Name',
  nameHint: 'Optional. What you call it.',
  nameWrong: (most: number) => `Enter at most ${most} characters in one line.`,
  address: 'Address',
  addressHint: 'Where your program waits for it. It begins with https://.',
  addressWrong: 'Enter an address that begins with https:// and does not lead into a private network.',
  types: 'What is sent',
  typesWrong: 'Choose at least one.',
  typeNames: (type: WebhookType): string => {
    const [kind] = type.split('.')
    return type.endsWith('.changed') ? `Changes: ${changed[kind as RecordKind]}` : otherTypes[type as never]
  },
  about: 'Changes of which titles',
  watchlist: 'Titles on your watchlist',
  lists: 'Titles on all your lists',
  aboutWrong: 'Choose at least one, or a list.',
  list: 'List',
  listHint: {
    member: 'Optional. Titles on this list.',
    key: 'Optional. The number of a list: then only titles on it are told.',
  },
  noList: 'No single list',
  listWrong: 'There is no such list that you can see.',
  records: 'Records',
  recordsHint: (most: number) =>
    `Optional. Only these, with commas between them, such as movie:7, person:12. At most ${most}.`,
  recordsWrong: (most: number) => `Enter at most ${most} records, such as movie:7, with commas between them.`,
  states: { on: 'On', paused: 'Paused', off: 'Switched off' },
  offSince: 'Nothing could be delivered for days, so it was switched off.',
  failing: (times: number) =>
    times === 1 ? 'The last attempt has failed.' : `The last ${times} attempts have failed.`,
  nextAt: (time: string) => `Next attempt: ${time}.`,
  deliveredAt: (time: string) => `Last delivered: ${time}.`,
  neverDelivered: 'Nothing delivered yet.',
  waiting: (count: string) => `Waiting: ${count}.`,
  show: 'Show',
  test: 'Send a test',
  pause: 'Pause',
  resume: 'Resume',
  secret: 'Secret',
  renew: 'New secret',
  renewHint: 'After a new one, deliveries are signed by both for a day, so that you can exchange it without a gap.',
  formerUntil: (time: string) => `The former secret counts until ${time}.`,
  remove: 'Delete webhook',
  removeText: (name: string) => `Delete the webhook “${name}” with its deliveries?`,
  secretTitle: 'Secret of the webhook',
  secretText: 'Copy it now: it is shown only this once. With it, your program checks that a message is ours.',
  toWebhook: 'Continue to the webhook',
  change: 'Change',
  save: 'Save',
  deliveries: 'Last deliveries',
  noDeliveries: 'Nothing was sent yet',
  noDeliveriesText: 'Send a test to see whether it arrives.',
  deliveryStates: { waiting: 'waiting', delivered: 'delivered', failed: 'failed' },
  status: (status: number) => `Answer: ${status}`,
  took: (ms: string) => `${ms} ms`,
  attempts: (times: number) => (times === 1 ? '1 attempt' : `${times} attempts`),
  triedAgain: (time: string) => `again at ${time}`,
  problems,
  body: 'What was sent',
  toAll: 'All webhooks',
  notices: {
    changed: 'Webhook saved.',
    deleted: 'Webhook deleted.',
    tested: 'Test sent. Load this page again to see how that ended.',
    paused: 'Webhook paused.',
    resumed: 'Webhook switched on.',
  },
}
