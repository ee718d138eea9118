import { maxChainLength, maxLanguagesInChain } from '#src/contract/languages.ts'
import { type KeyLanguages, readKeyLanguages, setLanguagesOfKey } from '#src/keys/key-languages.ts'
import { errorSummary, type Filled, form, textField } from '../components/form.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { settingsPage } from '../settings/frame.ts'
import { keysAddress } from './overview.ts'
import { shownChain } from './shown-languages.ts'
import { type KeyContext, keyOf } from './stop.ts'

/** The languages of a key in a form, and those that follow in any case; both may be empty. */
export const languageFields = ['languages', 'appended_languages'] as const

export function languagesControls(context: PageContext, filled: Filled): Html {
  const { keys } = context.texts
  // Between the codes people write blanks as well.
  const maxLength = 2 * maxChainLength
  const hint = keys.languagesHint(maxLanguagesInChain)
  const appended = { name: 'appended_languages', label: keys.appendedLabel, hint: keys.appendedHint, maxLength }
  return html`
${textField(context, filled, { name: 'languages', label: keys.languagesLabel, hint, maxLength })}
${textField(context, filled, appended)}`
}

/** The languages in a form, or what is wrong with them by field. */
export function languagesIn({ texts }: PageContext, values: KeyLanguages) {
  const languages = readKeyLanguages(values.languages)
  const appended_languages = readKeyLanguages(values.appended_languages)
  if (languages !== undefined && appended_languages !== undefined)
    return { chains: { languages, appended_languages }, errors: {} }
  const { wrong } = texts.keys
  const errors = {
    ...(languages === undefined && { languages: wrong.languages }),
    ...(appended_languages === undefined && { appended_languages: wrong.appended_languages }),
  }
  return { chains: undefined, errors }
}

export const languagesOfKey = page('GET /settings/api/{key_id}/languages', {
  access: 'account',
  async handle(context) {
    const key = await keyOf(context)
    if (!key) return undefined
    const values = {
      languages: shownChain(key.languages),
      appended_languages: shownChain(key.appended_languages),
    }
    return view(context, key, { values, errors: {} })
  },
})

export const changeLanguages = page('POST /settings/api/{key_id}/languages', {
  access: 'account',
  form: languageFields,
  async handle(context) {
    const { form: values } = context
    const key = await keyOf(context)
    if (!key) return undefined
    const { chains, errors } = languagesIn(context, values)
    if (!chains) return { ...view(context, key, { values, errors }), http: 422 }
    const isChanged = await context.write(setLanguagesOfKey, { id: key.id, ...chains })
    return redirect(keysAddress, isChanged ? 'keys.languagesChanged' : 'keys.gone')
  },
})

type Shown = NonNullable<Awaited<ReturnType<typeof keyOf>>>

function view(context: KeyContext, { id, name, last_four }: Shown, filled: Filled): PageView {
  const { keys } = context.texts
  const content = html`
<p>${keys.forKey(name, last_four)}</p>
<p>${keys.languagesText}</p>
${errorSummary(context, filled)}
${form(
  context,
  `${keysAddress}/${id}/languages`,
  html`
${languagesControls(context, filled)}
<p class="actions"><button class="button primary">${keys.saveLanguages}</button>
<a class="button" href="${keysAddress}">${keys.cancel}</a></p>`,
)}`
  return settingsPage(context, 'api', content, keys.languagesTitle(name))
}
