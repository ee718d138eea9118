import type { KeyLanguages } from '#src/keys/key-languages.ts'
import type { RenderContext } from '../page.ts'

export const shownChain = (languages: string) => languages.replaceAll(',', ', ')

/** The languages of a key as its holder and administrators see them; '' if it has none. */
export function languagesText({ texts: { keys } }: RenderContext, { languages, appended_languages }: KeyLanguages) {
  const appended = appended_languages === '' ? [] : [keys.appended(shownChain(appended_languages))]
  return [shownChain(languages), ...appended].filter((text) => text !== '').join('; ')
}
