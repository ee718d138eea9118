import { faultsOf } from '#src/commons/webhooks/wishes.ts'
import {
  changeWebhook,
  deleteWebhook,
  renewSecret,
  setWebhookState,
  testWebhook,
  webhookFor,
} from '#src/commons/webhooks/writes.ts'
import { bodyOf, type Delivery, deliveriesOf, type Hook, titleOf } from '#src/webhooks/hooks.ts'
import { buttonForm, type Filled } from '../components/form.ts'
import { emptySection } from '../components/lists.ts'
import { orWait } from '../components/wait-page.ts'
import { type Html, html } from '../html.ts'
import { type PageView, page, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import { type Context, framed, hookAddress, listAddress } from './addresses.ts'
import { faultTexts, valuesOf, webhookFields, webhookForm, wishOf } from './form.ts'
import { secretView, stateText } from './lists.ts'

const place = hookAddress('{webhook}')

/** The webhook of an address, if the viewer may see it. */
async function foundIn({ db, viewer, params, now }: Context): Promise<Hook | undefined> {
  const id = rowId(params.webhook ?? '')
  return id === undefined ? undefined : webhookFor(db, viewer, id, now)
}

const show = page(`GET ${place}`, {
  access: 'account',
  async handle(context) {
    const hook = await foundIn(context)
    return hook && view(context, hook, { values: valuesOf(hook), errors: {} })
  },
})

const change = page(`POST ${place}`, {
  access: 'account',
  form: webhookFields,
  async handle(context) {
    const { db, viewer, config, form: values, write } = context
    const hook = await foundIn(context)
    if (!hook) return undefined
    const wish = wishOf(hook.owner, values)
    const faults = await faultsOf(db, viewer, hook.owner, wish, config)
    if (faults.length > 0)
      return { ...(await view(context, hook, { values, errors: faultTexts(context, faults) })), http: 422 }
    if (!(await write(changeWebhook, { id: hook.id, ...wish }))) return undefined
    return redirect(hookAddress(hook.id), 'webhooks.changed')
  },
})

async function view(context: Context, hook: Hook, filled: Filled): Promise<PageView> {
  const { texts, format, db } = context
  const words = texts.webhooks
  const { last, waiting } = await deliveriesOf(db, hook.id)
  const address = hookAddress(hook.id)
  const isOn = hook.state === 'on'
  const changeForm = await webhookForm(context, hook.owner, filled, { action: address, button: words.save })
  const content = html`
<p><span class="tag">${words.states[hook.state]}</span> <span class="webhook-address">${hook.address}</span></p>
<p class="${hook.state === 'off' ? 'warning' : 'hint'}">${stateText(context, hook).join(' ')}
${waiting > 0 && words.waiting(format.number(waiting))}</p>
<div class="actions">
${buttonForm(context, `${address}/test`, words.test, { className: 'button primary' })}
${buttonForm(context, `${address}/state`, isOn ? words.pause : words.resume, {
  fields: { state: isOn ? 'paused' : 'on' },
})}
<a class="button" href="${listAddress(hook)}">${words.toAll}</a>
</div>
<section id="deliveries"><h2 class="imports-title">${words.deliveries}</h2>
${
  last.length === 0
    ? emptySection(words.noDeliveries, words.noDeliveriesText)
    : html`<ul class="rows">${last.map((one) => deliveryRow(context, one))}</ul>`
}</section>
<section id="change"><h2 class="imports-title">${words.change}</h2>
${changeForm}</section>
<section id="secret"><h2 class="imports-title">${words.secret}</h2>
<p>${words.renewHint}${
    hook.former_until !== null &&
    hook.former_until > context.now.toISOString() &&
    html` ${words.formerUntil(format.time(hook.former_until))}`
  }</p>
<div class="actions">${buttonForm(context, `${address}/secret`, words.renew)}
<a class="button danger" href="${address}/delete">${words.remove}</a></div></section>`
  return framed(context, hook.owner, content, titleOf(hook))
}

function deliveryRow({ texts, format, site }: Context, delivery: Delivery): Html {
  const words = texts.webhooks
  const { type, at, state, attempts, next_at, tried_at, status, problem, detail, took_ms, data } = delivery
  const about = typeof data.kind === 'string' ? ` ${data.kind} ${String(data.id)}` : ''
  const facts = [
    words.deliveryStates[state],
    format.time(tried_at ?? at),
    ...(attempts > 0 ? [words.attempts(attempts)] : []),
    ...(status === null ? [] : [words.status(status)]),
    ...(took_ms === null ? [] : [words.took(format.number(took_ms))]),
    ...(state === 'waiting' && attempts > 0 ? [words.triedAgain(format.time(next_at))] : []),
  ]
  return html`
<li><div class="webhook-delivery">
<strong>${words.typeNames(type)}</strong>${about !== '' && html` <span class="note">${about}</span>`}
<p class="hint">${facts.join(' · ')}</p>
${problem !== '' && html`<p class="warning">${words.problems[problem]}${detail !== '' && html` (${detail})`}</p>`}
<details><summary>${words.body}</summary>
<pre tabindex="0"><code>webhook-id: ${delivery.message_id}

${bodyOf(delivery, site)}</code></pre></details>
</div></li>`
}

const test = page(`POST ${place}/test`, {
  access: 'account',
  async handle(context) {
    const hook = await foundIn(context)
    if (!hook) return undefined
    const done = await context.write(testWebhook, hook.id).catch(orWait(context, hookAddress(hook.id)))
    return typeof done === 'object' ? done : redirect(hookAddress(hook.id), 'webhooks.tested')
  },
})

const setState = page(`POST ${place}/state`, {
  access: 'account',
  form: ['state'],
  async handle(context) {
    const hook = await foundIn(context)
    if (!hook) return undefined
    const state = context.form.state === 'on' ? 'on' : 'paused'
    await context.write(setWebhookState, { id: hook.id, state })
    return redirect(hookAddress(hook.id), state === 'on' ? 'webhooks.resumed' : 'webhooks.paused')
  },
})

const renew = page(`POST ${place}/secret`, {
  access: 'account',
  async handle(context) {
    const hook = await foundIn(context)
    const secret = hook && (await context.write(renewSecret, hook.id))
    return hook && secret !== undefined ? secretView(context, hook, secret) : undefined
  },
})

const askDelete = page(`GET ${place}/delete`, {
  access: 'account',
  async handle(context) {
    const hook = await foundIn(context)
    if (!hook) return undefined
    const words = context.texts.webhooks
    const content = html`
<p>${words.removeText(titleOf(hook))}</p>
<div class="actions">${buttonForm(context, `${hookAddress(hook.id)}/delete`, words.remove, {
      className: 'button danger',
    })}
<a class="button" href="${hookAddress(hook.id)}">${words.toWebhook}</a></div>`
    return framed(context, hook.owner, content, words.remove)
  },
})

const remove = page(`POST ${place}/delete`, {
  access: 'account',
  async handle(context) {
    const hook = await foundIn(context)
    if (!hook || !(await context.write(deleteWebhook, hook.id))) return undefined
    return redirect(listAddress(hook), 'webhooks.deleted')
  },
})

export const oneWebhook = [show, change, test, setState, renew, askDelete, remove]
