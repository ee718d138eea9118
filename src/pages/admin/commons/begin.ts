import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
import { maxFollowings } from '#src/commons/following/followings.ts'
import { ownInstance } from '#src/commons/following/own-instance.ts'
import { FollowProblem } from '#src/commons/following/problems.ts'
import { connectingOf } from '#src/commons/following/reaching/connecting.ts'
import { completeKinds, type Selection } from '#src/commons/following/selection.ts'
import {
  follow,
  leastRank,
  mostRank,
  type Preview,
  previewOf,
  sizeOf,
  usualRank,
} from '#src/commons/following/wishes.ts'
import { fingerprintOf } from '#src/commons/format/signatures.ts'
import { findPlace } from '#src/import/filling/folders.ts'
import { checkbox, errorSummary, type Filled, form, submit, textField } from '../../components/form.ts'
import { type Html, html } from '../../html.ts'
import { type Answer, type PageContext, type PageView, page, redirect } from '../../page.ts'
import { adminPage } from '../frame.ts'
import { sizeText } from '../size-text.ts'
import { addressOfFollowed, followingAddress } from './addresses.ts'
import { listView, maxAddressLength } from './list.ts'

const kindFields = kindNames.map((kind) => `kind_${kind}` as const)
const fields = ['address', 'fingerprint', 'languages', 'rank', 'pictures', 'live', ...kindFields] as const
/** Sources of a publisher that are listed. */
const maxSourcesShown = 50

/** What a place publishes, or why that cannot be said. */
async function lookAt(context: PageContext, named: string): Promise<Preview | string> {
  const { config, texts, now } = context
  const { followed: commons } = texts
  if (named === '' || named.length > maxAddressLength) return commons.addressMissing
  const isAddress = /^https?:/i.test(named)
  // On pages, only folders that imports may read are one's own to name.
  if (!isAddress && !(await findPlace(config, named))?.isFolder) return commons.addressMissing
  try {
    const preview = await previewOf(named, connectingOf(config), now)
    return preview.id === (await ownInstance(config)) ? commons.itself : preview
  } catch (error) {
    if (!(error instanceof FollowProblem)) throw error
    const { is, detail } = error.problem
    return `${commons.problems[is]}${detail === '' ? '' : ` (${detail})`}`
  }
}

const wrongAddress = async (context: PageContext, address: string, fault: string): Promise<Answer> => ({
  ...(await listView(context, { values: { address }, errors: { address: fault } })),
  http: 422,
})

/** Shows whose catalogue it is, before anything of it comes in. */
export const look = page(`POST ${followingAddress}/look`, {
  access: 'administrator',
  form: ['address'],
  async handle(context) {
    const address = context.form.address.trim()
    const found = await lookAt(context, address)
    if (typeof found === 'string') return wrongAddress(context, address, found)
    return view(context, found, { values: { address, rank: String(usualRank), live: 'on' }, errors: {} })
  },
})

export const begin = page(`POST ${followingAddress}`, {
  access: 'administrator',
  form: fields,
  async handle(context) {
    const { form: sent, write, texts } = context
    const { followed: commons } = texts
    const address = sent.address.trim()
    const found = await lookAt(context, address)
    if (typeof found === 'string') return wrongAddress(context, address, found)
    if (found.id !== sent.fingerprint) return wrongAddress(context, address, commons.problems.key_changed)
    const wrong = (errors: Filled['errors']) => ({ ...view(context, found, { values: sent, errors }), http: 422 })
    const languages = sent.languages.split(/[\s,]+/).filter(Boolean)
    const rank = /^\d{1,4}$/.test(sent.rank) ? Number(sent.rank) : Number.NaN
    const errors: Record<string, string> = {}
    if (!languages.every((code) => /^[a-z]{2}$/.test(code))) errors.languages = commons.languagesWrong
    if (!(rank >= leastRank && rank <= mostRank)) errors.rank = commons.rankWrong(leastRank, mostRank)
    if (Object.keys(errors).length > 0) return wrong(errors)
    const kinds = kindNames.filter((kind) => sent[`kind_${kind}`] === 'on')
    const selection: Selection = {
      ...{ kinds: completeKinds(kinds), languages },
      pictures: sent.pictures === 'on' ? 'fetch' : 'none',
    }
    // Where they are not offered they come in as soon as they are.
    const wantsLive = sent.live === 'on' || found.manifest.changes === undefined
    if (!(await write(follow, { preview: found, selection, rank, wantsLive })))
      return wrongAddress(context, address, commons.tooMany(maxFollowings))
    return redirect(addressOfFollowed(found.id), 'followed.begun')
  },
})

function view(context: PageContext<never, never, never>, found: Preview, filled: Filled): PageView {
  const { texts, format } = context
  const { followed: commons } = texts
  const { manifest, id, address } = found
  const { bytes, lines } = sizeOf(found)
  const isLiveOffered = manifest.changes !== undefined
  const facts: [string, Html | string][] = [
    [commons.address, html`<span class="path"><bdi>${address}</bdi></span>`],
    [commons.fingerprint, html`<code>${fingerprintOf(id)}</code>`],
    [
      commons.size,
      manifest.whole ? commons.sizeOf(sizeText(format, bytes), format.number(lines)) : commons.nothingWhole,
    ],
    [commons.made, format.time(manifest.time)],
  ]
  const content = html`
<p><a href="${followingAddress}">${commons.cancel}</a></p>
<h2><bdi>${manifest.instance.name}</bdi></h2>
${errorSummary(context, filled)}
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p class="hint">${commons.fingerprintHint}</p>
<h3>${commons.sources}</h3>
<ul class="rows">${manifest.sources.slice(0, maxSourcesShown).map(
    ({ name, licence, attribution }) => html`
<li><span><bdi>${name}</bdi>: ${licence}</span>${
      attribution !== '' && html` <span class="hint"><bdi>${attribution}</bdi></span>`
    }</li>`,
  )}</ul>
${form(
  context,
  followingAddress,
  html`<input type="hidden" name="address" value="${filled.values.address}">
<input type="hidden" name="fingerprint" value="${id}">
${wishes(context, filled, isLiveOffered)}${submit(commons.begin)}`,
)}`
  return adminPage(context, 'following', commons.previewTitle, content)
}

function wishes(context: PageContext, filled: Filled, isLiveOffered: boolean): Html {
  const { followed: commons, mergeAndDelete } = context.texts
  const labels: Partial<Record<Kind, string>> = mergeAndDelete.kinds
  return html`
<fieldset class="field"><legend>${commons.kinds}</legend><p class="hint">${commons.kindsHint}</p>
${kindNames.map((kind) => checkbox(context, filled, { name: `kind_${kind}`, label: labels[kind] ?? kind }))}</fieldset>
${textField(context, filled, {
  ...{ name: 'languages', label: commons.languages, hint: commons.languagesHint, maxLength: 200 },
})}
${checkbox(context, filled, { name: 'pictures', label: commons.fetchPictures, hint: commons.picturesHint })}
${isLiveOffered && checkbox(context, filled, { name: 'live', label: commons.wantLive, hint: commons.liveHint })}
${textField(context, filled, {
  ...{ name: 'rank', type: 'number', label: commons.rank, hint: commons.rankHint(leastRank, mostRank) },
  ...{ isRequired: true, maxLength: 4 },
})}`
}
