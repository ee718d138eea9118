import {
  appearances,
  changeAppearance,
  changeProfile,
  isAppearance,
  profileCountries,
  profileLanguages,
} from '#src/accounts/profile.ts'
import { maxNameLength, nameFault } from '#src/credentials/rules.ts'
import type { Format } from '#src/texts/format.ts'
import type { Language } from '#src/texts/index.ts'
import {
  blank,
  checkbox,
  errorSummary,
  type Filled,
  form,
  type Option,
  selectField,
  submit,
  textField,
} from '../components/form.ts'
import { html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { favoritesCard } from './favorites.ts'
import { settingsAddress, settingsList, settingsPage } from './frame.ts'
import { pictureCard } from './picture.ts'

type Context = PageContext<string, string, string, Viewer>

export const allSettings = page(`GET ${settingsAddress}`, {
  access: 'account',
  handle: async (context) => settingsList(context),
})

export const profile = page('GET /settings/profile', {
  access: 'account',
  async handle(context) {
    const { name, iso_639_1, iso_3166_1, include_adult, leaves_watchlist } = context.viewer
    return view(context, {
      // Without a choice, the person sees the language of the browser.
      values: {
        ...{ name, iso_639_1: iso_639_1 || context.language, iso_3166_1, appearance: context.appearance },
        ...{ include_adult: include_adult ? 'on' : '', leaves_watchlist: leaves_watchlist ? 'on' : '' },
      },
      errors: {},
    })
  },
})

export const saveProfile = page('POST /settings/profile', {
  access: 'account',
  form: ['name', 'iso_639_1', 'iso_3166_1', 'appearance', 'include_adult', 'leaves_watchlist'],
  async handle(context) {
    const { form: values, texts } = context
    const { name, iso_639_1, iso_3166_1, appearance, include_adult, leaves_watchlist } = values
    const faults = texts.settings.profile.faults
    const errors: Record<string, string> = {}
    if (nameFault(name)) errors.name = texts.account.faults.name
    if (!profileLanguages.includes(iso_639_1)) errors.iso_639_1 = faults.language
    if (!profileCountries.includes(iso_3166_1)) errors.iso_3166_1 = faults.country
    if (Object.keys(errors).length > 0) return { ...(await view(context, { values, errors })), http: 422 }
    await context.write(changeProfile, {
      name: name.trim(),
      iso_639_1,
      iso_3166_1,
      include_adult: include_adult !== '',
      leaves_watchlist: leaves_watchlist !== '',
    })
    if (isAppearance(appearance)) {
      context.chooseAppearance(appearance)
      await context.write(changeAppearance, appearance)
    }
    return redirect('/settings/profile', 'common.saved')
  },
})

async function view(context: Context, filled: Filled): Promise<PageView> {
  const { texts, language, format } = context
  const words = texts.settings.profile
  const options = optionsIn(language, format)
  const name = { name: 'name', label: words.name, hint: words.nameHint, autocomplete: 'name', maxLength: maxNameLength }
  const spoken = { label: words.language, hint: words.languageHint, options: options.languages }
  const offered = appearances.map((value): Option => [value, texts.common.appearances[value]])
  const looks = { label: texts.common.appearance, hint: words.appearanceHint, options: offered }
  const country = { label: words.country, hint: words.countryHint, options: options.countries }
  return settingsPage(
    context,
    'profile',
    html`
${errorSummary(context, filled)}
${form(
  context,
  '/settings/profile',
  html`
${textField(context, filled, name)}
${selectField(context, filled, { name: 'iso_639_1', ...spoken })}
${selectField(context, filled, { name: 'iso_3166_1', ...country })}
${selectField(context, filled, { name: 'appearance', ...looks })}
${checkbox(context, filled, { name: 'include_adult', label: words.adult, hint: words.adultHint })}
${checkbox(context, filled, { name: 'leaves_watchlist', label: words.leaves, hint: words.leavesHint })}
${submit(texts.settings.save)}`,
)}
${await favoritesCard(context)}
${pictureCard(context, blank)}`,
  )
}

type Options = { languages: Option[]; countries: Option[] }

/** Sorting them takes a while, and they are the same for everybody with the same language. */
const known = new Map<Language, Options>()

function optionsIn(language: Language, format: Format): Options {
  const before = known.get(language)
  if (before) return before
  const { compare } = new Intl.Collator(language)
  const sorted = (codes: readonly string[], nameOf: (code: string) => string): Option[] =>
    codes.map((code) => [code, nameOf(code)] as const).sort(([, one], [, other]) => compare(one, other))
  const options = {
    languages: sorted(profileLanguages, format.language),
    countries: sorted(profileCountries, format.country),
  }
  known.set(language, options)
  return options
}
