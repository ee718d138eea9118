import { maxChainLength, maxLanguagesInChain } from '#src/contract/languages.ts'
import { readKeyLanguages, setLanguagesOfKey } from '#src/keys/key-languages.ts'
import { errorSummary, type Filled, form, textField } from '../components/form.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { settingsPage } from '../settings/frame.ts'
import { keysAddress } from './overview.ts'
import { type KeyContext, keyOf } from './stop.ts'

/** The chain of languages of a key, which may be empty. */
export function languagesField(context: PageContext, filled: Filled): Html {
  const { keys } = context.texts
  const hint = keys.languagesHint(maxLanguagesInChain)
  // Between the codes people write blanks as well.
  const maxLength = 2 * maxChainLength
  return textField(context, filled, { name: 'languages', label: keys.languagesLabel, hint, maxLength })
}

export const languagesOfKey = page('GET /settings/api/{key_id}/languages', {
  access: 'account',
  async handle(context) {
    const key = await keyOf(context)
    return key && view(context, key, { values: { languages: key.languages.replaceAll(',', ', ') }, errors: {} })
  },
})

export const changeLanguages = page('POST /settings/api/{key_id}/languages', {
  access: 'account',
  form: ['languages'],
  async handle(context) {
    const { form: values, texts } = context
    const key = await keyOf(context)
    if (!key) return undefined
    const languages = readKeyLanguages(values.languages)
    if (languages === undefined)
      return { ...view(context, key, { values, errors: { languages: texts.keys.wrong.languages } }), http: 422 }
    const isChanged = await context.write(setLanguagesOfKey, { id: key.id, languages })
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
${languagesField(context, filled)}
<p class="actions"><button class="button primary">${keys.saveLanguages}</button>
<a class="button" href="${keysAddress}">${keys.cancel}</a></p>`,
)}`
  return settingsPage(context, 'api', content, keys.languagesTitle(name))
}
