import { type Licence, licencesFor } from '#src/catalogue/licences.ts'
import type { ImageDescription } from '#src/contributions/images.ts'
import { countryNames, languageNames, primaryTranslations } from '#src/reference/reference.ts'
import { type Filled, type Option, selectField } from '../components/form.ts'
import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'

/** The code for no language: such a picture has none instead. */
const noLanguage = 'xx'

const tagsByLanguage = Map.groupBy(primaryTranslations, (tag) => tag.slice(0, 2))
/** Languages for the words in a picture; those of several countries also as the language of each: `pt`, `pt-BR`. */
const languageTags: readonly string[] = [...tagsByLanguage].flatMap(([code, tags]) =>
  tags.length > 1 ? [code, ...tags] : [code],
)

/** The description of a picture: the language of the words in it, and its licence. */
export function descriptionFields(context: PageContext, filled: Filled): Html {
  const { format, language, texts } = context
  const { pictures } = texts
  const byName = new Intl.Collator(language)
  const { language: chosen = '' } = filled.values
  // A picture from elsewhere keeps a language that nobody would be offered.
  const languages = [...new Set([...languageTags, ...(isLanguageTag(chosen) ? [chosen] : [])])]
    .map((code): Option => [code, format.language(code)])
    .sort(([, one], [, other]) => byName.compare(one, other))
  return html`
${selectField(context, filled, {
  name: 'language',
  label: pictures.language,
  hint: pictures.languageHint,
  options: [['', pictures.noLanguage], ...languages],
})}
${selectField(context, filled, {
  name: 'licence',
  label: pictures.licence,
  hint: context.config.private ? pictures.licenceHintOfHousehold : pictures.licenceHint,
  isRequired: true,
  // Nobody gives away rights by leaving a field as it is.
  options: [
    ...(filled.values.licence ? [] : [['', pictures.chooseLicence] as const]),
    ...licencesFor(context.config).map((licence): Option => [licence, pictures.licences[licence]]),
  ],
})}`
}

function isLanguageTag(text: string): boolean {
  const [code = '', country, ...more] = text.split('-', 3)
  return (
    more.length === 0 &&
    code !== noLanguage &&
    languageNames.has(code) &&
    (country === undefined || countryNames.has(country))
  )
}

/** A description without faults. */
export function descriptionIn({ language, licence }: { language: string; licence: string }): ImageDescription {
  const [iso_639_1 = '', iso_3166_1 = ''] = language.split('-')
  return { iso_639_1: iso_639_1 || null, iso_3166_1: iso_3166_1 || null, licence: licence as Licence }
}

/** What is wrong with a description, by field. */
export function descriptionFaults(
  { texts: { pictures }, config }: PageContext,
  { language, licence }: { language: string; licence: string },
): Record<string, string> {
  return {
    ...(language !== '' && !isLanguageTag(language) && { language: pictures.chooseLanguage }),
    ...(!licencesFor(config).some((offered) => offered === licence) && { licence: pictures.chooseLicence }),
  }
}
