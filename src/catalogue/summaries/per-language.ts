import type { Language, Locale } from '#src/contract/languages.ts'
import type { Engine } from '#src/database/database.ts'
import { remember } from '#src/database/remember.ts'

/** Languages for which a part of a query is remembered. */
const LANGUAGES = 100

/**
 * Remembers what `make` returns for a language or a chain of them, and for an engine if it takes one: composing parts
 * of a query takes longer than many look-ups.
 */
export function perLanguage<Made extends NonNullable<unknown>, More extends [] | [Engine]>(
  make: (language: Language, ...more: More) => Made,
): (language: Language, ...more: More) => Made {
  const byEngine = new Map<Engine | undefined, (code: string) => Made>()
  return (language, ...more) => {
    let remembered = byEngine.get(more[0])
    if (!remembered) {
      remembered = remember(LANGUAGES, (code) => make(languageOf(code), ...more))
      byEngine.set(more[0], remembered)
    }
    return remembered(codeOf(language))
  }
}

/** `de-DE`, or `de-DE,fr-FR` for a chain, with `!` at its end if texts say their language. */
function codeOf(language: Language): string {
  const { iso_639_1, iso_3166_1, fallbacks, isNamed } = language
  const first = `${iso_639_1}-${iso_3166_1}`
  if (!fallbacks && !isNamed) return first
  const others = fallbacks?.map((locale) => `${locale.iso_639_1}-${locale.iso_3166_1}`)
  // A chain of one language differs from the language by itself: it ends with the original.
  return `${first}${others ? `,${others}` : ''}${isNamed ? '!' : ''}`
}

function languageOf(code: string): Language {
  const [first = '', ...others] = code.replace('!', '').split(',')
  const fallbacks = code.includes(',') && { fallbacks: others.filter((other) => other !== '').map(localeOf) }
  return { ...localeOf(first), ...fallbacks, ...(code.endsWith('!') && { isNamed: true }) }
}

function localeOf(code: string): Locale {
  const [iso_639_1 = '', iso_3166_1 = ''] = code.split('-')
  return { iso_639_1, iso_3166_1 }
}
