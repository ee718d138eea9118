import { webhooksData } from '#src/accounts/own-data/webhooks-data.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { tellAiring } from '#src/commons/webhooks/airing.ts'
import { noteOutcome, takeNext } from '#src/commons/webhooks/deliver.ts'
import { followWebhooks } from '#src/commons/webhooks/follow-webhooks.ts'
import { openSender } from '#src/commons/webhooks/sender.ts'
import { listsToHear } from '#src/commons/webhooks/wishes.ts'
import {
  changeWebhook,
  deleteWebhook,
  makeWebhook,
  renewSecret,
  setWebhookState,
  testWebhook,
} from '#src/commons/webhooks/writes.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import type { WebhookType } from '#src/kept/webhook-types.ts'
import { replaceKey } from '#src/keys/account-keys.ts'
import { createKey } from '#src/keys/keys.ts'
import { deleteOfPerson, deliveriesOf, webhooksOf, webhooksOfPerson } from '#src/webhooks/hooks.ts'
import { queueMissed, tellServer } from '#src/webhooks/queue.ts'
import { writingOf } from '../../support/accounts.ts'
import { testDay } from '../../support/world.ts'

const now = new Date(testDay)
const { config } = readConfig({ 'webhook-private': 'true' }, {})
/** Nobody listens there. */
const address = 'http://127.0.0.1:9/'

/** What is done with webhooks of all owners. */
export async function webhooks(db: Database): Promise<void> {
  const as = (role: 'member' | 'administrator') => ({ ...writingOf(db, 1, now, role), settings: config })
  const key = await createKey(db, { name: 'hooked', plan: 'developer', account_id: 1, now })
  const follower = followWebhooks(db, config, () => now)
  await follower.catchUp()
  const add = (owned: Parameters<typeof makeWebhook.handle>[1]['owned'], types: WebhookType[], filter = {}) =>
    makeWebhook.handle(as('administrator'), { owned, name: '', address, types, filter })
  const ofKey = await add({ owner: 'key', key_id: key.id }, ['movie.changed', 'season.changed'], { list: 1 })
  await add({ owner: 'key', key_id: key.id }, ['movie.changed', 'season.changed'])
  const member = await add({ owner: 'member', account_id: 1 }, ['movie.changed', 'series.changed', 'episode.airs'], {
    ...{ watchlist: true, lists: true, list: 1 },
  })
  await add({ owner: 'server' }, ['edit.waits'])
  const edit = (records: object[]) => applyEdit(db, { account_id: 1, at: now, records: records as never })
  await edit([{ kind: 'movie', id: 501, values: { runtime: 97 } }])
  await edit([{ kind: 'movie', id: 504, isDeleted: true }])
  await follower.catchUp()
  await edit([{ kind: 'movie', id: 501, values: { runtime: 98 } }])
  await follower.catchUp()
  await tellAiring(db, now)
  await db.transaction((tx) => tellServer(tx, { type: 'edit.waits', data: { id: 1 }, path: '/queue/1' }, now))
  await db.transaction((tx) => queueMissed(tx, ofKey.id, { after: 1, position: 2 }, now))
  await db.transaction((tx) => queueMissed(tx, ofKey.id, { after: 2, position: 3 }, now))
  const taken = await takeNext(db, ofKey.id, now, { ...config, fresh: true })
  const gone = { isDelivered: false, status: 410, problem: 'gone', detail: '', retryAfterMs: 0, tookMs: 1 } as const
  if (taken) await noteOutcome(db, taken, gone, { now, webhookRetryHours: 76 })
  const sending = { allowsPrivate: true, signal: new AbortController().signal }
  await openSender({ db, config, clock: () => now, failed() {}, sending }).sendDue()
  await testWebhook.handle(as('member'), member.id)
  await setWebhookState.handle(as('member'), { id: member.id, state: 'paused' })
  await setWebhookState.handle(as('member'), { id: member.id, state: 'on' })
  await renewSecret.handle(as('member'), member.id)
  await changeWebhook.handle(as('member'), {
    ...{ id: member.id, name: 'Home', address, types: ['episode.airs' as const], filter: {} },
  })
  await listsToHear(db, 1)
  for (const owned of [{ owner: 'server' }, { owner: 'key', key_id: key.id }] as const) await webhooksOf(db, owned)
  await webhooksOf(db, { owner: 'member', account_id: 1 })
  await deliveriesOf(db, member.id)
  await webhooksOfPerson(db, 1)
  await webhooksData(db, 1)
  await replaceKey.handle(as('member'), { id: key.id, overlapDays: 1 })
  await deleteOfPerson(db, ofKey.id, 1)
  await deleteWebhook.handle(as('member'), member.id)
}
