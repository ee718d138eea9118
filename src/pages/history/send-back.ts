import { historyOf } from '#src/catalogue/edits/history.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { listMembers, type NamedMember } from '#src/commons/offering/members.ts'
import type { OfferedCounts } from '#src/commons/offering/wishes.ts'
import { type Offer, offersOf } from '#src/commons/returning/offers.ts'
import { mayModerate } from '#src/contract/access.ts'
import type { NoticeName } from '#src/texts/index.ts'
import { buttonForm } from '../components/form.ts'
import { type Html, html, nothing } from '../html.ts'
import { type PageContext, page, type RenderContext, redirect } from '../page.ts'
import { places } from '../records/places.ts'
import { rowId } from '../row-id.ts'
import { editAddress } from './edits.ts'

/** Changes of a record in which the latest edit by a person is looked for. */
const maxChanges = 100
/** Records of an edit of which it is shown what was sent. */
const maxRecords = 10

/** What has become of a correction, in a sentence or two. */
export function offerWords({ texts: { offered } }: RenderContext, { state, reason, detail }: Offer): Html {
  const asked = state === 'waiting' && detail !== ''
  const why = reason === '' ? '' : `${offered.reasons[reason]} `
  if (why === '' && detail === '') return html`${offered.states[state]}`
  return html`${offered.states[state]}. ${why}<bdi>${asked ? offered.asked(detail) : detail}</bdi>`
}

/** The notice after something was offered. */
export function noticeOf(counts: OfferedCounts | undefined): NoticeName {
  if (!counts) return 'offered.unsent'
  if (counts.full) return 'offered.full'
  if (counts.offered > 0) return 'offered.sent'
  return counts.underway > 0 ? 'offered.already' : 'offered.nothing'
}

type Named = { kind: RecordKind; id: number }

/**
 * How moderators send corrections to the publishers of followed catalogues, and what has become of those of some
 * records. Nothing where none can be sent.
 */
export async function sendBack(
  context: PageContext,
  address: string,
  records: readonly Named[],
  maySend = true,
): Promise<Html> {
  const { db, viewer, format, texts } = context
  if (!viewer || !mayModerate(viewer.role)) return nothing
  const members = await listMembers(db)
  if (members.length === 0) return nothing
  const nameOf = new Map(members.map(({ following_id, name }) => [following_id, name]))
  const distinct = [...new Map(records.map((one) => [`${one.kind} ${one.id}`, one])).values()].slice(0, maxRecords)
  const sent: Offer[] = []
  for (const { kind, id } of distinct) for (const each of await offersOf(db, kind, id)) sent.push(each)
  const shown = sent.filter(({ following_id }) => nameOf.has(following_id))
  if (!maySend && shown.length === 0) return nothing
  return html`
<section class="part"><h2>${texts.offered.heading}</h2>
${
  shown.length > 0 &&
  html`<ul class="rows">${shown.map(
    (one) => html`
<li><strong><bdi>${nameOf.get(one.following_id)}</bdi></strong>
<span class="hint">${texts.offered.sentAt(format.time(one.settled_at ?? one.sent_at ?? one.made_at))} ·
${offerWords(context, one)}</span></li>`,
  )}</ul>`
}
${
  maySend && html`<div class="actions">${members.map((member) => sendButton(context, address, member))}</div>`
}</section>`
}

const sendButton = (context: PageContext, address: string, { following_id, name, is_refused }: NamedMember): Html =>
  is_refused
    ? html`<p class="hint">${context.texts.offered.tokenNeeded(name)}</p>`
    : buttonForm(context, `${address}/send`, context.texts.offered.send(name), { fields: { to: following_id } })

/** Sends what an edit has changed and people still say. */
export const sendEdit = page('POST /edit/{edit}/send', {
  access: 'moderator',
  form: ['to'],
  async handle({ params, form, write }) {
    const edit_id = rowId(params.edit)
    if (edit_id === undefined || !/^[0-9a-f]{32}$/.test(form.to)) return undefined
    const { offerWholeEdit } = await import('#src/commons/offering/wishes.ts')
    const counts = await write(offerWholeEdit, { following_id: form.to, edit_id })
    return redirect(editAddress(edit_id), noticeOf(counts))
  },
})

/** Sends all that people say about a record. */
export const sendRecords = places.map(({ kind, path, find }) =>
  page(`POST ${path}/history/send`, {
    access: 'moderator',
    form: ['to'],
    async handle(context) {
      const { db, form, write } = context
      const found = await find(context)
      if (!found || !/^[0-9a-f]{32}$/.test(form.to)) return undefined
      const edits = await historyOf(db.wide, kind, found.id, undefined, maxChanges)
      const edit_id = edits.find(({ account_id }) => account_id !== null)?.id
      const all = [{ kind, id: found.id, ...(edit_id !== undefined && { edit_id }) }]
      const { offer } = await import('#src/commons/offering/wishes.ts')
      const counts = await write(offer, { following_id: form.to, all })
      return redirect(`${found.address}/history`, noticeOf(counts))
    },
  }),
)
