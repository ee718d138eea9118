import { endPlayerAddress, makePlayerAddress } from '#src/contributions/player-address.ts'
import { maxPlayerUserName, maxPlayerUsers, type PlayerAddress } from '#src/kept/player-address.ts'
import { players } from '#src/kept/player-words.ts'
import { tautulliBody } from '#src/players/reading/tautulli.ts'
import { inOneLine } from '#src/reference/hidden.ts'
import { copyable } from '../components/copyable.ts'
import { buttonForm, type Filled, form, submit, textField } from '../components/form.ts'
import { verifyFirst } from '../components/unverified.ts'
import { orWait } from '../components/wait-page.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { settingsPage } from '../settings/frame.ts'
import type { Viewer } from '../viewer.ts'

export const place = '/settings/players'

export type Context = PageContext<string, string, string, Viewer>

/** The address of somebody's players: whether there is one, and what can be done with it. */
export function addressSection(context: Context, address: PlayerAddress | undefined, filled: Filled): Html {
  const { viewer, texts, format } = context
  const words = texts.players
  if (!address)
    return viewer.email_verified_at === null
      ? verifyFirst(context)
      : html`<div class="actions">${buttonForm(context, `${place}/address`, words.make, {
          className: 'button primary',
        })}</div>`
  const { created_at, heard_from, heard_at } = address
  const player = players.find((each) => each === heard_from)
  const heard =
    heard_at === null || !player
      ? words.heardNothing
      : words.heardFrom(words.playerNames[player], format.time(heard_at))
  return html`
<h2>${words.address}</h2>
<p class="note">${words.madeOn(format.date(created_at))} ${heard}</p>
<div class="actions">${buttonForm(context, `${place}/address`, words.replace)}
${buttonForm(context, `${place}/address/remove`, words.remove, { className: 'button danger' })}</div>
<p class="hint import-hint">${words.replaceHint}</p>
${form(
  context,
  `${place}/users`,
  html`
${textField(context, filled, {
  name: 'users',
  label: words.names.label,
  hint: words.names.hint,
  maxLength: maxPlayerUsers * (maxPlayerUserName + 2),
})}
${submit(texts.settings.save)}`,
)}`
}

/** What to do at each player; `address` is the one to be entered there, `heading` stands above. */
export function guides(context: Context, address: string, heading: Html): Html {
  const words = context.texts.players
  return html`
${heading}
<p>${words.howLead} <code class="player-address">${address}</code></p>
${players.map((player) => {
  const { name, steps } = words.guides[player]
  return html`<details class="player-guide"><summary>${name}</summary>
<ol>${steps.map((step) => html`<li>${step}</li>`)}</ol>
${player === 'tautulli' && html`<pre tabindex="0"><code>${tautulliBody}</code></pre>`}</details>`
})}`
}

/** Gives the players an address, in place of the one before. It is shown only now: it is not stored. */
export const makeAddress = page(`POST ${place}/address`, {
  access: 'account',
  async handle(context) {
    const { viewer, texts, site } = context
    const words = texts.players
    if (viewer.email_verified_at === null)
      return { ...settingsPage(context, 'players', verifyFirst(context), words.shownTitle), http: 403 }
    const secret = await context.write(makePlayerAddress, undefined).catch(orWait(context))
    if (typeof secret !== 'string') return secret
    const address = `${site}/players/${secret}`
    const content = html`
<div class="card new-key">
<p class="warning">${words.shownText}</p>
${copyable(context, address, 'player-address')}
</div>
${guides(context, address, html`<h3 class="imports-title">${words.how}</h3>`)}
<p class="actions"><a class="button primary" href="${place}">${words.toPlayers}</a></p>`
    return settingsPage(context, 'players', content, words.shownTitle)
  },
})

export const removeAddress = page(`POST ${place}/address/remove`, {
  access: 'account',
  async handle({ write }) {
    return (await write(endPlayerAddress, undefined)) ? redirect(place, 'players.removed') : undefined
  },
})

/** The names in a text, with commas between them; undefined if there are too many, or one is too long. */
export function namesIn(text: string): string[] | undefined {
  const names = text
    .split(',', maxPlayerUsers + 2)
    .map(inOneLine)
    .filter((name) => name !== '')
  const isTooMuch = names.length > maxPlayerUsers || names.some((name) => name.length > maxPlayerUserName)
  return isTooMuch ? undefined : [...new Set(names)]
}
