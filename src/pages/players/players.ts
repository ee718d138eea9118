import { episodesById } from '#src/catalogue/summaries/by-id.ts'
import { choosePlayerUsers } from '#src/contributions/player-address.ts'
import { maxPlayerUserName, maxPlayerUsers, playerAddressOf } from '#src/kept/player-address.ts'
import type { MatchedKind } from '#src/matching/wanted-title.ts'
import { decidePlay, lookAgain, takeBackPlay } from '#src/players/decide.ts'
import { deliveryOf, lastDeliveries, type PlayerDelivery } from '#src/players/deliveries.ts'
import { buttonForm, errorSummary, type Filled } from '../components/form.ts'
import { languageOf } from '../components/languages.ts'
import { emptySection } from '../components/lists.ts'
import { type Html, html } from '../html.ts'
import { matchedWith, nameIn } from '../kept-import/entries.ts'
import { addLink } from '../kept-import/not-found.ts'
import { titleChoice } from '../kept-import/title-choice.ts'
import { type TitleLine, titleLines } from '../kept-import/titles.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import { settingsPage } from '../settings/frame.ts'
import type { Viewer } from '../viewer.ts'
import { addressSection, type Context, guides, makeAddress, namesIn, place, removeAddress } from './address.ts'

/** Deliveries that the page shows. */
const shownDeliveries = 50

const showPlayers = page(`GET ${place}`, {
  access: 'account',
  async handle(context) {
    const address = await playerAddressOf(context.db, context.viewer.id)
    return view(context, { values: { users: (address?.user_names ?? []).join(', ') }, errors: {} })
  },
})

const saveUsers = page(`POST ${place}/users`, {
  access: 'account',
  form: ['users'],
  async handle(context) {
    const { form: values, texts, write } = context
    const names = namesIn(values.users)
    if (!names) {
      const users = texts.players.names.faults(maxPlayerUsers, maxPlayerUserName)
      return { ...(await view(context, { values, errors: { users } })), http: 422 }
    }
    return (await write(choosePlayerUsers, names)) ? redirect(place, 'players.namesSaved') : undefined
  },
})

async function view(context: Context, filled: Filled): Promise<PageView> {
  const { db, viewer, texts, site } = context
  const words = texts.players
  const [address, deliveries] = await Promise.all([playerAddressOf(db, viewer.id), lastDeliveries(db, viewer.id)])
  const waiting = deliveries.filter(({ outcome }) => outcome === 'waiting')
  const recent = deliveries.filter(({ outcome }) => outcome !== 'waiting').slice(0, shownDeliveries)
  const lineOf = await titleLines(context, [...waiting, ...recent])
  const line = (delivery: PlayerDelivery) => row(context, delivery, lineOf(delivery))
  const content = html`
<p class="lead">${words.lead}</p>
${errorSummary(context, filled)}
${addressSection(context, address, filled)}
${
  waiting.length > 0 &&
  html`<section id="waiting"><h2 class="imports-title">${words.waiting}</h2>
<p>${words.waitingText(waiting.length)}</p>
<ul class="import-entries">${waiting.map(line)}</ul>
<div class="actions">${buttonForm(context, `${place}/look-again`, words.lookAgain)}</div>
<p class="hint import-hint">${words.lookAgainHint}</p></section>`
}
${
  (address || recent.length > 0) &&
  html`<section id="recent"><h2 class="imports-title">${words.recent}</h2>
${
  recent.length > 0
    ? html`<ul class="import-entries">${recent.map(line)}</ul>`
    : emptySection(words.recentNone, words.recentNoneText)
}</section>`
}
${guides(context, `${site}/players/…`, html`<h2 class="imports-title">${words.how}</h2>`)}`
  return settingsPage(context, 'players', content)
}

const pathOf = ({ id }: PlayerDelivery) => `${place}/${id}`

/** What a player called what was played; what it did not name, by what it told. */
const titleOf = (context: Context, { entry, event }: PlayerDelivery): string =>
  entry ? nameIn(context, entry) : event || context.texts.players.notUnderstood

function row(context: Context, delivery: PlayerDelivery, title: TitleLine | undefined): Html {
  const { texts, format } = context
  const words = texts.players
  const { at, times, player, user_name, outcome, reason, entry } = delivery
  const facts = [
    ...(outcome === 'waiting' ? [] : [words.outcomes[outcome]]),
    ...(player === '' ? [] : [words.playerNames[player]]),
    ...(user_name === '' ? [] : [words.byUser(user_name)]),
    format.time(at),
    ...(times > 1 ? [words.times(times)] : []),
  ]
  const name = titleOf(context, delivery)
  const unseen = html`<span class="unseen"> ${name}</span>`
  const takeBackPath = `${pathOf(delivery)}/take-back`
  const canDecide = entry !== null && (outcome === 'waiting' || outcome === 'ignored')
  return html`
<li>
<div><strong>${name}</strong>
<span class="note">${facts.join(' · ')}</span>
${reason !== '' && html`<span class="note">${words.reasons[reason]}</span>`}
${title && outcome !== 'ignored' && matchedWith(title)}
</div>
${canDecide && html`<div class="acts">${decisions(context, delivery, title)}</div>`}
${
  outcome === 'watched' &&
  html`<div class="acts">${buttonForm(context, takeBackPath, html`${words.takeBack}${unseen}`)}</div>`
}
</li>`
}

/** What can be decided about a delivery; a guess can be accepted. */
function decisions(context: Context, delivery: PlayerDelivery, title: TitleLine | undefined): Html {
  const words = context.texts.players
  const address = pathOf(delivery)
  const unseen = html`<span class="unseen"> ${titleOf(context, delivery)}</span>`
  const isWaiting = delivery.outcome === 'waiting'
  return html`
${title && isWaiting && buttonForm(context, address, html`${words.accept}${unseen}`, { fields: { act: 'accept' } })}
<a class="button" href="${address}">${title ? words.chooseAnother : words.choose}${unseen}</a>
${isWaiting && ignoreButton(context, delivery)}`
}

function ignoreButton(context: Context, delivery: PlayerDelivery): Html {
  const words = context.texts.players
  const label = delivery.entry?.series?.title === undefined ? words.ignore : words.ignoreSeries
  const unseen = html`<span class="unseen"> ${titleOf(context, delivery)}</span>`
  return buttonForm(context, pathOf(delivery), html`${label}${unseen}`, { fields: { act: 'ignore' } })
}

type OneContext = PageContext<'id', string, string, Viewer>

/** The delivery that an address names, if it is one of the person’s own and can be decided. */
async function deliveryIn({ db, params, viewer }: OneContext) {
  const id = rowId(params.id)
  const found = id === undefined ? undefined : await deliveryOf(db, viewer.id, id)
  return found?.entry && (found.outcome === 'waiting' || found.outcome === 'ignored') ? found : undefined
}

/** Chooses the title that was played. */
const askPlayed = page(`GET ${place}/{id}`, {
  access: 'account',
  query: ['query'],
  async handle(context) {
    const delivery = await deliveryIn(context)
    if (!delivery?.entry) return undefined
    const words = context.texts.players
    const said = delivery.entry
    const takes = (kind: MatchedKind) => (said.kind === 'movie' ? kind === 'movie' : kind !== 'movie')
    const choice = await titleChoice(context, { said, guess: delivery, address: pathOf(delivery), fields: {}, takes })
    const content = html`
<p><strong>${nameIn(context, said)}</strong></p>
${said.kind === 'episode' && html`<p class="hint">${words.episodeHint}</p>`}
${choice}
<div class="actions">${addLink(context, said)}${ignoreButton(context, delivery)}
<a class="button" href="${place}">${context.texts.keptImport.back}</a></div>`
    return settingsPage(context, 'players', content, words.chooseTitle)
  },
})

const choosePlayed = page(`POST ${place}/{id}`, {
  access: 'account',
  form: ['act', 'kind', 'record'],
  async handle(context) {
    const delivery = await deliveryIn(context)
    if (!delivery) return redirect(place, 'players.gone')
    const { form: values, write } = context
    const chosen =
      values.act === 'accept'
        ? { kind: delivery.kind, id: delivery.entity_id }
        : { kind: values.kind, id: rowId(values.record) ?? null }
    const decided = values.act === 'ignore' ? 'none' : await decidedAs(context, chosen)
    if (decided === undefined) return undefined
    const became = await write(decidePlay, { id: delivery.id, decided })
    const notices = { decided: 'players.decided', no_episode: 'players.noEpisode', gone: 'players.gone' } as const
    return redirect(place, notices[became])
  },
})

/** A movie, or the series of an episode. */
async function decidedAs(context: Context, { kind, id }: { kind: string | null; id: number | null }) {
  if (id === null) return undefined
  if (kind === 'movie' || kind === 'series') return { kind, id } as const
  if (kind !== 'episode') return undefined
  const [episode] = await episodesById(context.db, [id], languageOf(context))
  return episode && ({ kind: 'series', id: episode.show_id } as const)
}

const lookForThem = page(`POST ${place}/look-again`, {
  access: 'account',
  async handle({ write }) {
    const settled = await write(lookAgain, undefined)
    return redirect(place, settled > 0 ? 'players.settled' : 'players.settledNone')
  },
})

const takeBack = page(`POST ${place}/{id}/take-back`, {
  access: 'account',
  async handle({ write, params }) {
    const id = rowId(params.id)
    const isDone = id !== undefined && (await write(takeBackPlay, id))
    return isDone ? redirect(place, 'players.takenBack') : undefined
  },
})

export const playerPages = [
  ...[showPlayers, makeAddress, removeAddress, saveUsers, askPlayed, choosePlayed, lookForThem, takeBack],
]
