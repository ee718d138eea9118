import { faultsOf } from '#src/commons/webhooks/wishes.ts'
import { makeWebhook } from '#src/commons/webhooks/writes.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { type Hook, type Owned, titleOf, webhooksOf } from '#src/webhooks/hooks.ts'
import { mostWebhooks } from '#src/webhooks/limits.ts'
import { copyable } from '../components/copyable.ts'
import type { Filled } from '../components/form.ts'
import { emptyState } from '../components/lists.ts'
import { verifyFirst } from '../components/unverified.ts'
import { orWait } from '../components/wait-page.ts'
import { type Html, html } from '../html.ts'
import { keyOf } from '../keys/stop.ts'
import { type PageView, page } from '../page.ts'
import {
  type Context,
  framed,
  guideAddress,
  hookAddress,
  keyAddress,
  memberAddress,
  serverAddress,
  type Whose,
} from './addresses.ts'
import { faultTexts, proposedFor, webhookFields, webhookForm, wishOf } from './form.ts'

const ownedIn = ({ viewer }: Context, whose: Whose): Owned => {
  if (whose.owner === 'member') return { owner: 'member', account_id: viewer.id }
  return whose.owner === 'key' ? { owner: 'key', key_id: whose.key.id } : { owner: 'server' }
}

const addressOf = (whose: Whose): string =>
  whose.owner === 'member' ? memberAddress : whose.owner === 'server' ? serverAddress : keyAddress(whose.key.id)

const headingOf = ({ texts: { webhooks: words } }: Context, whose: Whose): string | undefined =>
  whose.owner === 'key' ? words.ofKey(whose.key.name, whose.key.last_four) : undefined

/** All webhooks of an owner, and the form for another one. */
async function view(context: Context, whose: Whose, filled?: Filled): Promise<PageView> {
  const words = context.texts.webhooks
  const { owner } = whose
  const hooks = await webhooksOf(context.db, ownedIn(context, whose))
  const most = mostWebhooks[owner]
  const mayAdd = context.viewer.email_verified_at !== null
  const given = filled ?? { values: proposedFor(owner), errors: {} }
  const content = html`
<p class="lead">${words.leads[owner]} <a href="${guideAddress}">${words.how}</a></p>
${
  hooks.length > 0
    ? html`<ul class="rows">${hooks.map((hook) => row(context, hook))}</ul>`
    : emptyState(words.none, words.noneText)
}
${!mayAdd && verifyFirst(context)}
${mayAdd && hooks.length >= most && html`<p>${words.full(most)}</p>`}
${
  mayAdd &&
  hooks.length < most &&
  html`<h2 id="new">${words.add}</h2>
${await webhookForm(context, owner, given, { action: addressOf(whose), button: words.addButton })}`
}`
  return framed(context, owner, content, headingOf(context, whose))
}

/** How a webhook does, in sentences. */
export function stateText({ texts, format }: Context, hook: Hook): string[] {
  const words = texts.webhooks
  const { state, reason, failures, due_at, delivered_at } = hook
  return [
    ...(state === 'off' ? [words.offSince, ...(reason === '' ? [] : [words.problems[reason]])] : []),
    ...(failures > 0 ? [words.failing(failures)] : []),
    ...(failures > 0 && due_at !== null ? [words.nextAt(format.time(due_at))] : []),
    delivered_at === null ? words.neverDelivered : words.deliveredAt(format.time(delivered_at)),
  ]
}

function row(context: Context, hook: Hook): Html {
  const words = context.texts.webhooks
  const name = titleOf(hook)
  return html`
<li>
<div>
<strong>${name}</strong> <span class="tag">${words.states[hook.state]}</span>
<p class="hint webhook-address">${hook.address}</p>
<p class="hint">${stateText(context, hook).join(' ')}</p>
</div>
<a class="button" href="${hookAddress(hook.id)}">${words.show}<span class="unseen"> ${name}</span></a>
</li>`
}

async function add(context: Context, whose: Whose): Promise<PageView> {
  const { db, form: values, viewer, config, write, texts } = context
  const words = texts.webhooks
  const wrong = async (errors: Filled['errors'], http = 422) => ({
    ...(await view(context, whose, { values, errors })),
    http,
  })
  if (viewer.email_verified_at === null) return wrong({}, 403)
  const wish = wishOf(whose.owner, values)
  const faults = await faultsOf(db, viewer, whose.owner, wish, config)
  if (faults.length > 0) return wrong(faultTexts(context, faults))
  try {
    const made = await write(makeWebhook, { owned: ownedIn(context, whose), ...wish })
    return secretView(context, { id: made.id, owner: whose.owner }, made.secret)
  } catch (error) {
    if (error instanceof ApiError && error.status === 'too_many_webhooks')
      return wrong({ name: words.full(mostWebhooks[whose.owner]) })
    return orWait(context)(error)
  }
}

/** Shows a secret in full, once. */
export function secretView(context: Context, { id, owner }: Pick<Hook, 'id' | 'owner'>, secret: string): PageView {
  const words = context.texts.webhooks
  const content = html`
<div class="card new-key">
<p class="warning">${words.secretText}</p>
${copyable(context, secret, 'webhook-secret')}
<p><a href="${guideAddress}">${words.how}</a></p>
</div>
<p class="actions"><a class="button primary" href="${hookAddress(id)}">${words.toWebhook}</a></p>`
  return framed(context, owner, content, words.secretTitle)
}

const ofMember: Whose = { owner: 'member' }
const ofServer: Whose = { owner: 'server' }

const memberList = page(`GET ${memberAddress}`, { access: 'account', handle: (context) => view(context, ofMember) })
const memberAdd = page(`POST ${memberAddress}`, {
  access: 'account',
  form: webhookFields,
  handle: (context) => add(context, ofMember),
})
const serverList = page(`GET ${serverAddress}`, {
  access: 'administrator',
  handle: (context) => view(context, ofServer),
})
const serverAdd = page(`POST ${serverAddress}`, {
  access: 'administrator',
  form: webhookFields,
  handle: (context) => add(context, ofServer),
})
const keyList = page(`GET ${keyAddress('{key_id}')}`, {
  access: 'account',
  async handle(context) {
    const key = await keyOf(context)
    return key && view(context, { owner: 'key', key })
  },
})
const keyAdd = page(`POST ${keyAddress('{key_id}')}`, {
  access: 'account',
  form: webhookFields,
  async handle(context) {
    const key = await keyOf(context)
    return key && add(context, { owner: 'key', key })
  },
})

export const webhookLists = [memberList, memberAdd, serverList, serverAdd, keyList, keyAdd]
