import { type ChangeableName, type Config, signUpsOf, waysToGive } from '#src/config.ts'
import type { Said, SettingFault } from '#src/installation/server-settings.ts'
import { type Filled, radios, textField } from '../components/form.ts'
import { marked } from '../components/marked.ts'
import { type Html, html } from '../html.ts'
import type { PageContext, RenderContext } from '../page.ts'

/** What a form asks about the server. */
export const serverFields = ['siteName', 'greeting', 'signups', 'private'] as const
type Field = (typeof serverFields)[number]

const longestName = 60
const longestGreeting = 300

/** The settings as a form shows them. */
export const valuesNow = (config: Config): Record<Field, string> => ({
  siteName: config.siteName,
  greeting: config.greeting,
  signups: signUpsOf(config),
  private: String(config.private),
})

/** What a form says, but of settings that are fixed. */
export const saidIn = (config: Config, form: Readonly<Record<Field, string>>): Said =>
  Object.fromEntries(
    serverFields.filter((name) => !config.given.includes(name)).map((name) => [name, form[name].trim()]),
  )

/** The sentences of faults, by field. */
export const faultTexts = (
  { texts: { server } }: RenderContext,
  faults: Partial<Record<ChangeableName, SettingFault>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(faults).map(([name, fault]) => [
      name,
      fault === 'private_sources' ? server.faults.private_sources : server.faults[name as ChangeableName],
    ]),
  )

/** A setting that was given when the server was started. */
function fixed({ texts: { server }, config }: PageContext, name: Field): Html {
  const { signups, visibility } = server
  const shown = {
    siteName: config.siteName,
    greeting: config.greeting || '–',
    signups: signups[signUpsOf(config)],
    private: visibility[`${config.private}`],
  }[name]
  return html`
<div class="field"><p><strong>${server.names[name]}</strong><br>${shown}</p>
<p class="hint">${marked(server.given(...waysToGive(name)))}</p></div>`
}

/** Asks what the site is called, and greets with. */
export function nameFields(context: PageContext, filled: Filled): Html {
  const { texts, config } = context
  const { names, hints } = texts.server
  const isFixed = (name: Field) => config.given.includes(name)
  return html`
${
  isFixed('siteName')
    ? fixed(context, 'siteName')
    : textField(context, filled, {
        ...{ name: 'siteName', label: names.siteName, hint: hints.siteName, maxLength: longestName, isRequired: true },
      })
}
${
  isFixed('greeting')
    ? fixed(context, 'greeting')
    : textField(context, filled, {
        ...{ name: 'greeting', label: names.greeting, hint: hints.greeting, maxLength: longestGreeting },
      })
}`
}

/** Asks who sees the catalogue, and who may sign up. */
export function accessFields(context: PageContext, filled: Filled): Html {
  const { texts, config } = context
  const { names, signups, signupsHint, visibility, visibilityHint } = texts.server
  const ofSignUps = { name: 'signups', label: names.signups, hint: signupsHint, options: Object.entries(signups) }
  const ofPrivate = { name: 'private', label: names.private, hint: visibilityHint, options: Object.entries(visibility) }
  return html`
${config.given.includes('private') ? fixed(context, 'private') : radios(context, filled, ofPrivate)}
${config.given.includes('signups') ? fixed(context, 'signups') : radios(context, filled, ofSignUps)}`
}
