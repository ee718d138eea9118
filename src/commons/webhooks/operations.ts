import { type Static, Type } from 'typebox'
import { type Account, hasRole, keyOf } from '#src/contract/access.ts'
import { operation, Status, StatusAnswer } from '#src/contract/operation.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { extend, nullable } from '#src/contract/schema.ts'
import { WebAddress } from '#src/contract/web-address.ts'
import {
  deliveryProblems,
  type WebhookOwner,
  type WebhookType,
  webhookOwners,
  webhookTypeNames,
  webhookTypes,
} from '#src/kept/webhook-types.ts'
import {
  bodyOf,
  type Delivery,
  deliveriesOf,
  type Hook,
  type Owned,
  webhooksOf,
  webhooksOfPerson,
} from '#src/webhooks/hooks.ts'
import { keptDeliveries, maxWebhookName, maxWebhookRecords } from '#src/webhooks/limits.ts'
import {
  changeWebhook,
  deleteWebhook,
  makeWebhook,
  renewSecret,
  setWebhookState,
  testWebhook,
  type Wish,
  webhookFor,
} from './writes.ts'

const Owner = Type.Unsafe<WebhookOwner>({
  ...{ type: 'string', enum: [...webhookOwners], default: 'member' },
  description:
    "`member`: the account's own, about its watchlist and its lists. `key`: that of the API key of the request, " +
    'which has to be one of the account, about the catalogue. `server`: for administrators with the scope `moderate`',
})
const types = Type.Array(Type.Unsafe<WebhookType>({ type: 'string', enum: webhookTypeNames }), {
  minItems: 1,
  maxItems: webhookTypeNames.length,
  description: `Which events are sent. ${webhookTypeNames
    .map(
      (name) => `\`${name}\` (${webhookTypes[name].owners.join(', ') || 'always sent'}): ${webhookTypes[name].meaning}`,
    )
    .join('. ')}`,
})

const filters = {
  records: Type.Optional(
    Type.Array(Type.String({ maxLength: 50 }), {
      maxItems: maxWebhookRecords,
      description: 'Of a key: only these records, such as `movie:7`',
    }),
  ),
  list: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxId,
      description: 'Only titles on this list: of a member one of their own, of a key any that its holder may see',
    }),
  ),
  watchlist: Type.Optional(Type.Boolean({ description: 'Of a member: titles on the watchlist' })),
  lists: Type.Optional(Type.Boolean({ description: 'Of a member: titles on all of their lists' })),
}
const wish = {
  name: Type.Optional(Type.String({ maxLength: maxWebhookName, description: 'What people call it' })),
  address: Type.String({ ...WebAddress, description: 'Where events are sent, by https' }),
  types,
  ...filters,
}

const WebhookShown = Type.Object(
  {
    id: Type.Integer(),
    of: Owner,
    name: Type.String(),
    address: Type.String(),
    types,
    ...filters,
    state: Type.String({
      enum: ['on', 'paused', 'off'],
      description: '`off`: switched off, because nothing could be delivered for days',
    }),
    reason: Type.String({ enum: ['', ...deliveryProblems], description: 'Why it was switched off' }),
    created_at: Type.String(),
    delivered_at: nullable(Type.String({ description: 'When something was delivered the last time' })),
    due_at: nullable(Type.String({ description: 'When something is sent the next time, if anything waits' })),
    failures: Type.Integer({ description: 'How many attempts in a row have failed' }),
  },
  { title: 'Webhook' },
)

const DeliveryShown = Type.Object(
  {
    message_id: Type.String({ description: 'The header `webhook-id`' }),
    type: Type.String({ enum: webhookTypeNames }),
    body: Type.String({ description: 'What is sent' }),
    state: Type.String({ enum: ['waiting', 'delivered', 'failed'] }),
    attempts: Type.Integer(),
    next_at: nullable(Type.String({ description: 'When it is tried next, while it waits' })),
    tried_at: nullable(Type.String()),
    status: nullable(Type.Integer({ description: 'How the receiver answered' })),
    problem: Type.String({ enum: ['', ...deliveryProblems] }),
    detail: Type.String(),
    took_ms: nullable(Type.Integer()),
  },
  { title: 'WebhookDelivery' },
)

function webhookShown(hook: Hook): Static<typeof WebhookShown> {
  const {
    id,
    owner: of,
    name,
    address,
    types,
    filter,
    state,
    reason,
    created_at,
    delivered_at,
    due_at,
    failures,
  } = hook
  const { records, ...others } = filter
  return {
    ...{ id, of, name, address, types, ...others, ...(records && { records: [...records] }) },
    ...{ state, reason, created_at, delivered_at, due_at, failures },
  }
}

function deliveryShown(delivery: Delivery, site: string): Static<typeof DeliveryShown> {
  const { message_id, type, state, attempts, next_at, tried_at, status, problem, detail, took_ms } = delivery
  return {
    ...{ message_id, type, body: bodyOf(delivery, site), state, attempts },
    ...{ next_at: state === 'waiting' ? next_at : null, tried_at, status, problem, detail, took_ms },
  }
}

type WithAccount = { account: Account; key_id: number | undefined }
const ownedIn = (of: WebhookOwner, caller: WithAccount): Owned => {
  if (of === 'member') return { owner: of, account_id: caller.account.id }
  return of === 'key' ? { owner: of, key_id: keyOf(caller) } : { owner: of }
}

type Given = { name?: string | undefined; address: string; types: WebhookType[] } & {
  [Name in keyof typeof filters]?: Static<(typeof filters)[Name]> | undefined
}
const wishIn = ({ name = '', address, types, records, list, watchlist, lists }: Given): Wish => ({
  ...{ name, address, types },
  filter: {
    ...(records && { records }),
    ...(list !== undefined && { list }),
    ...(watchlist !== undefined && { watchlist }),
    ...(lists !== undefined && { lists }),
  },
})

const list = operation('webhooks.list', 'GET /commons/1/webhooks', {
  summary:
    'Webhooks of the account and of its keys, oldest first; for administrators with the scope `moderate` also those ' +
    'of the server',
  access: 'session',
  reply: Type.Object({ webhooks: Type.Array(WebhookShown) }, { title: 'Webhooks' }),

  async handle({ db, caller: { account } }) {
    const own = await webhooksOfPerson(db, account.id)
    const ofServer = hasRole(account.role, 'administrator') ? await webhooksOf(db, { owner: 'server' }) : []
    return { webhooks: [...own, ...ofServer].map(webhookShown) }
  },
})

const add = operation('webhooks.add', 'POST /commons/1/webhooks', {
  summary:
    'Adds a webhook: events are sent to its address as Standard Webhooks says, signed by the secret in the answer, ' +
    'which is shown only once',
  access: 'session',
  body: Type.Object({ of: Type.Optional(Owner), ...wish }),
  reply: extend(
    Status,
    { id: Type.Integer(), secret: Type.String({ description: 'By which receivers check signatures' }) },
    'WebhookAdded',
  ),
  answers: ['created'],
  refusals: ['not_found', 'edit_denied', 'invalid_value', 'too_many_webhooks', 'email_unverified'],

  async handle({ caller, write, body: { of = 'member', ...given } }) {
    const made = await write(makeWebhook, { owned: ownedIn(of, caller), ...wishIn(given) })
    return new StatusAnswer('created', made)
  },
})

const details = operation('webhooks.details', 'GET /commons/1/webhooks/{webhook_id}', {
  summary: `A webhook with its last deliveries, newest first: at most ${keptDeliveries}, and what waits`,
  access: 'session',
  reply: extend(
    WebhookShown,
    {
      waiting: Type.Integer({ description: 'Deliveries that wait' }),
      deliveries: Type.Array(DeliveryShown),
    },
    'WebhookDetails',
  ),
  refusals: ['not_found'],

  async handle({ db, caller, now, site, params: { webhook_id } }) {
    const hook = await webhookFor(db, caller.account, webhook_id, now)
    if (!hook) return undefined
    const { last, waiting } = await deliveriesOf(db, hook.id)
    return { ...webhookShown(hook), waiting, deliveries: last.map((one) => deliveryShown(one, site)) }
  },
})

const change = operation('webhooks.change', 'POST /commons/1/webhooks/{webhook_id}', {
  summary: 'Changes a webhook. Its secret and its deliveries stay',
  access: 'session',
  body: Type.Object(wish),
  reply: Status,
  answers: ['updated'],
  refusals: ['not_found', 'invalid_value'],

  async handle({ write, params: { webhook_id: id }, body }) {
    return (await write(changeWebhook, { id, ...wishIn(body) })) ? new StatusAnswer('updated') : undefined
  },
})

const remove = operation('webhooks.delete', 'DELETE /commons/1/webhooks/{webhook_id}', {
  summary: 'Deletes a webhook, with its deliveries and what waits',
  access: 'session',
  reply: Status,
  answers: ['deleted'],
  refusals: ['not_found'],

  handle: async ({ write, params }) =>
    (await write(deleteWebhook, params.webhook_id)) ? new StatusAnswer('deleted') : undefined,
})

const setState = operation('webhooks.state', 'POST /commons/1/webhooks/{webhook_id}/state', {
  summary:
    'Pauses a webhook, or lets it go on, also after it was switched off. Of changes meanwhile it is told by ' +
    '`changes.missed` where they are',
  access: 'session',
  body: Type.Object({ state: Type.Unsafe<'on' | 'paused'>({ type: 'string', enum: ['on', 'paused'] }) }),
  reply: Status,
  answers: ['updated', 'nothing_changed'],
  refusals: ['not_found'],

  async handle({ write, params: { webhook_id: id }, body: { state } }) {
    const isDone = await write(setWebhookState, { id, state })
    return isDone === undefined ? undefined : new StatusAnswer(isDone ? 'updated' : 'nothing_changed')
  },
})

const renew = operation('webhooks.renew_secret', 'POST /commons/1/webhooks/{webhook_id}/secret', {
  summary: 'Gives a webhook a new secret. For a day its deliveries are signed by the former one as well',
  access: 'session',
  reply: extend(Status, { secret: Type.String() }, 'WebhookSecret'),
  answers: ['created'],
  refusals: ['not_found'],

  async handle({ write, params }) {
    const secret = await write(renewSecret, params.webhook_id)
    return secret === undefined ? undefined : new StatusAnswer('created', { secret })
  },
})

const test = operation('webhooks.test', 'POST /commons/1/webhooks/{webhook_id}/test', {
  summary: 'Sends a webhook a test within seconds, once; its deliveries say how that ended',
  access: 'session',
  reply: Status,
  answers: ['created'],
  refusals: ['not_found'],

  handle: async ({ write, params }) =>
    (await write(testWebhook, params.webhook_id)) ? new StatusAnswer('created') : undefined,
})

export const webhooks = [list, add, details, change, remove, setState, renew, test]
