import { licences } from '#src/catalogue/licences.ts'
import { primaryTranslations } from '#src/reference/reference.ts'
import { type Filled, type Option, selectField } from '../components/form.ts'
import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'

/** Languages for the words in a picture. */
const languageCodes: readonly string[] = [...new Set(primaryTranslations.map((tag) => tag.slice(0, 2)))]

/** The description of a picture: the language of the words in it, and its licence. */
export function descriptionFields(context: RenderContext, filled: Filled): Html {
  const { format, language, texts } = context
  const { pictures } = texts
  const byName = new Intl.Collator(language)
  const languages = languageCodes
    .map((code): Option => [code, format.language(code)])
    .sort(([, one], [, other]) => byName.compare(one, other))
  return html`
${selectField(context, filled, {
  name: 'language',
  label: pictures.language,
  options: [['', pictures.noLanguage], ...languages],
})}
${selectField(context, filled, {
  name: 'licence',
  label: pictures.licence,
  hint: pictures.licenceHint,
  isRequired: true,
  // Nobody gives away rights by leaving a field as it is.
  options: [
    ...(filled.values.licence ? [] : [['', pictures.chooseLicence] as const]),
    ...licences.map((licence): Option => [licence, pictures.licences[licence]]),
  ],
})}`
}

/** What is wrong with a description, by field. */
export function descriptionFaults(
  { texts: { pictures } }: RenderContext,
  { language, licence }: { language: string; licence: string },
): Record<string, string> {
  return {
    ...(language !== '' && !languageCodes.includes(language) && { language: pictures.chooseLanguage }),
    ...(!(licences as readonly string[]).includes(licence) && { licence: pictures.chooseLicence }),
  }
}
