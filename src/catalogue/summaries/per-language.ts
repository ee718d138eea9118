import type { Language } from '#src/contract/parameters.ts'
import type { Engine } from '#src/database/database.ts'
import { remember } from '#src/database/remember.ts'

/** Languages for which a part of a query is remembered. */
const LANGUAGES = 100

/**
 * Remembers what `make` returns for a language, and for an engine if it takes one: composing parts of a query takes
 * longer than many look-ups.
 */
export function perLanguage<Made extends NonNullable<unknown>, More extends [] | [Engine]>(
  make: (language: Language, ...more: More) => Made,
): (language: Language, ...more: More) => Made {
  const byEngine = new Map<Engine | undefined, (code: string) => Made>()
  const rememberFor = (more: More) =>
    remember(LANGUAGES, (code) => {
      const [iso_639_1 = '', iso_3166_1 = ''] = code.split('-')
      return make({ iso_639_1, iso_3166_1 }, ...more)
    })
  return (language, ...more) => {
    let remembered = byEngine.get(more[0])
    if (!remembered) {
      remembered = rememberFor(more)
      byEngine.set(more[0], remembered)
    }
    return remembered(`${language.iso_639_1}-${language.iso_3166_1}`)
  }
}
