import { isRecordKind } from '#src/catalogue/record-kinds.ts'
import type { Following } from '#src/commons/following/followings.ts'
import type { Correction } from '#src/commons/offering/corrections.ts'
import { findMember, type Member } from '#src/commons/offering/members.ts'
import { type Offer, offersOnPage, offersTo } from '#src/commons/returning/offers.ts'
import { blank, buttonForm, type Filled } from '../../components/form.ts'
import { emptySection } from '../../components/lists.ts'
import { labelOfPlace } from '../../history/change.ts'
import { recordsNamed, type ShownRecord } from '../../history/records.ts'
import { noticeOf, offerWords } from '../../history/send-back.ts'
import { type Html, html, nothing } from '../../html.ts'
import { type PageContext, type PageView, page, redirect } from '../../page.ts'
import { rowId } from '../../row-id.ts'
import { adminPage } from '../frame.ts'
import { addressOfFollowed, correctionsAddress, foundFollowing } from './addresses.ts'
import { memberFacts, memberForm } from './member.ts'

/** Values of a record that are named. */
const maxLabels = 6

/** What people here have corrected, what was sent of it to the publisher of a followed catalogue, and in whose name. */
export const corrections = page(`GET ${correctionsAddress('{catalogue}')}`, {
  access: 'administrator',
  query: ['before', 'sent'],
  async handle(context) {
    const following = await foundFollowing(context)
    return following && correctionsView(context, following, blank)
  },
})

const numberIn = (text: string | undefined): number | undefined => (text ? rowId(text) : undefined)

export async function correctionsView(context: PageContext, following: Following, filled: Filled): Promise<PageView> {
  const { db, texts, query } = context
  const { offered } = texts
  const { id, name } = following
  const { correctionsBefore } = await import('#src/commons/offering/corrections.ts')
  const [before, sentBefore] = [numberIn(query.before), numberIn(query.sent)]
  const [member, sent, page] = [
    await findMember(db, id),
    await offersTo(db, id, sentBefore),
    await correctionsBefore(db, following, before),
  ]
  const known = await recordsNamed(context, [
    ...page.corrections,
    ...sent.map(({ kind, entity_id }) => ({ kind, id: entity_id })),
  ])
  const content = html`
<p><a href="${addressOfFollowed(id)}">${offered.back}</a></p>
<p class="lead">${offered.lead(name)}</p>
${memberFacts(context, member)}
<section class="part"><h2>${offered.sent}</h2>
${
  sent.length === 0
    ? html`<p>${offered.noneSent}</p>`
    : html`<ul class="rows">${sent.map((one) => sentRow(context, one, known))}</ul>`
}
${
  sent.length === offersOnPage &&
  html`<nav class="pagination"><a class="button" rel="next" href="${correctionsAddress(id)}?sent=${
    sent.at(-1)?.id
  }">${offered.olderSent}</a></nav>`
}</section>
<section class="part"><h2>${offered.notSent}</h2>
<p class="hint">${offered.notSentHint}</p>
${notSent(context, following, { ...page, before, known, member })}</section>
<section class="part"><h2>${offered.token}</h2>${memberForm(context, following, member, filled)}</section>`
  return adminPage(context, 'following', offered.title(name), content)
}

type Known = ReadonlyMap<string, ShownRecord>

function nameOf(known: Known, kind: string, id: number): Html {
  const { name, address }: ShownRecord = known.get(`${kind} ${id}`) ?? { name: '', address: undefined }
  const shown = name || `${kind} ${id}`
  return address ? html`<a href="${address}/history"><bdi>${shown}</bdi></a>` : html`<bdi>${shown}</bdi>`
}

/** The values that a correction is about, by their names. */
function labels(context: PageContext, kind: Correction['kind'], places: readonly string[]): string {
  const all = [...new Set(places.map((place) => labelOfPlace(context, kind, place)))].filter(Boolean)
  return `${all.slice(0, maxLabels).join(', ')}${all.length > maxLabels ? ', …' : ''}`
}

function sentRow(context: PageContext, one: Offer, known: Known): Html {
  const { texts, format } = context
  const { id, following_id, kind, entity_id, places, state, made_at, sent_at, settled_at } = one
  const at = `${correctionsAddress(following_id)}/${id}`
  const isOver = state === 'refused' || state === 'unsendable'
  return html`
<li><div><strong>${nameOf(known, kind, entity_id)}</strong>
<p class="hint">${labels(context, kind, places)} ·
${texts.offered.sentAt(format.time(settled_at ?? sent_at ?? made_at))}</p>
<p>${offerWords(context, one)}</p></div>
${isOver ? buttonForm(context, `${at}/again`, texts.offered.again) : nothing}
${buttonForm(context, `${at}/drop`, texts.offered.drop)}</li>`
}

type Listed = {
  corrections: readonly Correction[]
  next_before: number | null
  before: number | undefined
  known: Known
  member: Member | undefined
}

function notSent(context: PageContext, { id }: Following, { corrections, next_before, before, known, member }: Listed) {
  const { offered, history } = context.texts
  const at = correctionsAddress(id)
  const list = html`
<ul class="rows">${corrections.map(
    ({ kind, id: record, edit_id, places }) => html`
<li><div><strong>${nameOf(known, kind, record)}</strong>
<p class="hint">${labels(context, kind, places)} · <a href="/edit/${edit_id}">${history.edit(edit_id)}</a></p></div>
${member && buttonForm(context, `${at}/send`, offered.sendOne, { fields: { kind, record, edit: edit_id } })}</li>`,
  )}</ul>
${
  member &&
  buttonForm(context, `${at}/send`, offered.sendPage, {
    ...{ fields: { page: before ?? '' }, className: 'button primary' },
  })
}`
  return html`
${corrections.length === 0 ? emptySection(offered.nothingToSend, offered.nothingToSendText) : list}
${
  (next_before !== null || before !== undefined) &&
  html`<nav class="pagination" aria-label="${offered.notSent}">
${before !== undefined && html`<a class="button" href="${at}">${offered.newest}</a>`}
${next_before !== null && html`<a class="button" rel="next" href="${at}?before=${next_before}">${offered.older}</a>`}
</nav>`
}`
}

export const sending = page(`POST ${correctionsAddress('{catalogue}')}/send`, {
  access: 'administrator',
  form: ['kind', 'record', 'edit', 'page'],
  async handle(context) {
    const { form, write } = context
    const following = await foundFollowing(context)
    if (!following) return undefined
    const { id: following_id } = following
    const { kind } = form
    const [id, edit_id] = [numberIn(form.record), numberIn(form.edit)]
    const { offer, offerPage } = await import('#src/commons/offering/wishes.ts')
    if (kind === '') {
      const counts = await write(offerPage, { following_id, before: numberIn(form.page) })
      return redirect(correctionsAddress(following_id), noticeOf(counts))
    }
    if (!isRecordKind(kind) || id === undefined) return undefined
    const all = [{ kind, id, ...(edit_id !== undefined && { edit_id }) }]
    const counts = await write(offer, { following_id, all })
    return redirect(correctionsAddress(following_id), noticeOf(counts))
  },
})

const changing = (act: 'again' | 'drop') =>
  page(`POST ${correctionsAddress('{catalogue}')}/{offer}/${act}`, {
    access: 'administrator',
    async handle(context) {
      const following = await foundFollowing(context)
      const id = numberIn(context.params.offer)
      if (!following || id === undefined) return undefined
      const { changeOffer } = await import('#src/commons/offering/wishes.ts')
      if (!(await context.write(changeOffer, { following_id: following.id, id, act }))) return undefined
      return redirect(correctionsAddress(following.id), act === 'again' ? 'offered.again' : 'offered.dropped')
    },
  })
export const offerPages = [changing('again'), changing('drop')]
