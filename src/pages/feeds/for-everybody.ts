import type { Feed } from '#src/feeds/atom.ts'
import { formatOf } from '#src/texts/format.ts'
import { isLanguage, texts } from '#src/texts/index.ts'
import type { PageContext } from '../page.ts'

/** A feed is the same for everybody: in the language that its address names. */
export function forEverybody(context: PageContext, name: string): PageContext {
  const language = isLanguage(name) ? name : 'en'
  return {
    ...context,
    viewer: undefined,
    otherLanguages: [],
    language,
    texts: texts[language],
    format: formatOf(language),
  }
}

/** What differs between feeds; addresses are those of this server, without a language. */
export type Feeding = Pick<Feed, 'address' | 'page' | 'title' | 'entries'>
