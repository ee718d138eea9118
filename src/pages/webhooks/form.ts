import { listsToHear, type WishFault } from '#src/commons/webhooks/wishes.ts'
import type { Wish } from '#src/commons/webhooks/writes.ts'
import { maxAddressLength } from '#src/contract/web-address.ts'
import {
  tellsChanges,
  typesFor,
  type WebhookFilter,
  type WebhookOwner,
  type WebhookType,
} from '#src/kept/webhook-types.ts'
import { inOneLine } from '#src/reference/hidden.ts'
import type { Hook } from '#src/webhooks/hooks.ts'
import { maxWebhookName, maxWebhookRecords } from '#src/webhooks/limits.ts'
import { errorSummary, type Filled, form, selectField, submit, textField } from '../components/form.ts'
import { type Html, html } from '../html.ts'
import type { Context } from './addresses.ts'

const fieldOf = (type: WebhookType) => `type_${type.replace('.', '_')}`

/** The fields of the form, of whatever owner. */
export const webhookFields = [
  ...(['name', 'address', 'watchlist', 'lists', 'list', 'records'] as const),
  ...(['member', 'key', 'server'] as const).flatMap((owner) => typesFor(owner).map(fieldOf)),
]

/** What a form says that a webhook is to be. */
export function wishOf(owner: WebhookOwner, sent: Readonly<Record<string, string>>): Wish {
  const types = typesFor(owner).filter((type) => (sent[fieldOf(type)] ?? '') !== '')
  const { name = '', address = '', list = '', records = '' } = sent
  const named = records.slice(0, maxRecordsText).split(',').map(inOneLine).filter(Boolean)
  const filter: WebhookFilter = {
    ...(owner === 'member' && tellsChanges(types) && { watchlist: !!sent.watchlist, lists: !!sent.lists }),
    ...(list.trim() !== '' && { list: /^\s*\d{1,9}\s*$/.test(list) ? Number(list) : 0 }),
    ...(owner === 'key' && named.length > 0 && { records: named }),
  }
  return { name: inOneLine(name), address: address.trim(), types, filter }
}

const maxRecordsText = maxWebhookRecords * 30

/** What the form shows of a webhook. */
export function valuesOf({ name, address, types, filter }: Hook): Filled['values'] {
  const chosen = Object.fromEntries(types.map((type) => [fieldOf(type), 'on']))
  return {
    ...{ name, address, ...chosen, watchlist: filter.watchlist ? 'on' : '', lists: filter.lists ? 'on' : '' },
    ...{ list: filter.list === undefined ? '' : String(filter.list), records: filter.records?.join(', ') ?? '' },
  }
}

/** What a new form proposes. */
export const proposedFor = (owner: WebhookOwner): Filled['values'] => ({
  ...Object.fromEntries(typesFor(owner).map((type) => [fieldOf(type), 'on'])),
  ...{ watchlist: 'on', lists: 'on' },
})

/** What is wrong, in words. */
export function faultTexts({ texts: { webhooks: words } }: Context, faults: readonly WishFault[]): Filled['errors'] {
  const sentences: Record<WishFault, string> = {
    name: words.nameWrong(maxWebhookName),
    address: words.addressWrong,
    types: words.typesWrong,
    records: words.recordsWrong(maxWebhookRecords),
    list: words.listWrong,
    about: words.aboutWrong,
  }
  return Object.fromEntries(faults.map((fault) => [fault, sentences[fault]]))
}

/** The form for a new webhook, or to change one. */
export async function webhookForm(
  context: Context,
  owner: WebhookOwner,
  filled: Filled,
  { action, button }: { action: string; button: string },
): Promise<Html> {
  const words = context.texts.webhooks
  const types = typesFor(owner).map((type) => [fieldOf(type), words.typeNames(type)] as const)
  return html`
${errorSummary(context, filled)}
${form(
  context,
  action,
  html`
${textField(context, filled, { name: 'name', label: words.name, hint: words.nameHint, maxLength: maxWebhookName })}
${textField(context, filled, {
  ...{ name: 'address', label: words.address, hint: words.addressHint, type: 'url', isRequired: true },
  maxLength: maxAddressLength,
})}
${boxes(filled, 'types', words.types, types)}
${owner === 'member' && (await ofMember(context, filled))}
${
  owner === 'key' &&
  html`
${textField(context, filled, {
  ...{ name: 'records', label: words.records, hint: words.recordsHint(maxWebhookRecords) },
  maxLength: maxRecordsText,
})}
${textField(context, filled, { name: 'list', label: words.list, hint: words.listHint.key, maxLength: 10 })}`
}
${submit(button)}`,
)}`
}

async function ofMember(context: Context, filled: Filled): Promise<Html> {
  const words = context.texts.webhooks
  const lists = await listsToHear(context.db, context.viewer.id)
  const options = [
    ['', words.noList] as const,
    ...lists.map(({ id, name }) => [String(id), name || context.texts.lists.untitled] as const),
  ]
  return html`
${boxes(filled, 'about', words.about, [
  ['watchlist', words.watchlist],
  ['lists', words.lists],
])}
${
  lists.length > 0 &&
  selectField(context, filled, { name: 'list', label: words.list, hint: words.listHint.member, options })
}`
}

/** Any number of several options, each a field of its own, that need no explanation. */
const boxes = (
  { values, errors }: Filled,
  name: string,
  label: string,
  options: readonly (readonly [field: string, label: string])[],
): Html => html`
<fieldset class="${errors[name] ? 'field field-wrong' : 'field'}" id="${name}"${
  errors[name] && html` aria-describedby="${name}-error"`
}>
<legend>${label}</legend>
${errors[name] && html`<p class="field-error" id="${name}-error">${errors[name]}</p>`}
${options.map(
  ([field, text]) => html`
<div class="choice"><input type="checkbox" id="${field}" name="${field}"${values[field] && html` checked`}>
<label for="${field}">${text}</label></div>`,
)}
</fieldset>`
