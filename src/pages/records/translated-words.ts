import { languages, type Texts, texts as textsIn } from '#src/texts/index.ts'
import type { RenderContext } from '../page.ts'

/** A word of the catalogue, such as a job, in the language of the page; unchanged if it has no translation. */
export function translatedWord(
  { texts: { words } }: Pick<RenderContext, 'texts'>,
  of: keyof Texts['words'],
  word: string,
): string {
  const known = words[of]
  return Object.hasOwn(known, word) ? (known[word] as string) : word
}

type Numbered = 'season' | 'episode'

/** Names that only say the number are translated: sources have them in one language alone. */
function nameOf({ texts }: Pick<RenderContext, 'texts'>, of: Numbered, name: string, number: number): string {
  const saysNumber = languages.some(
    (language) => textsIn[language].catalogue[of](number).toLowerCase() === name.trim().toLowerCase(),
  )
  return name === '' || saysNumber ? texts.catalogue[of](number) : name
}

export const seasonName = (context: Pick<RenderContext, 'texts'>, name: string, season_number: number) =>
  nameOf(context, 'season', name, season_number)

export const episodeName = (context: Pick<RenderContext, 'texts'>, name: string, episode_number: number) =>
  nameOf(context, 'episode', name, episode_number)
